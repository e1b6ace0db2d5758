/* Show the URI for the web address that is typed (RFC 3987 section 7.2).
 *
 * The script knows no rule of `iri3987`. The browser's URL parser maps the host, and
 * `encodeURIComponent` the rest. Where the server could make another text of the address (it repairs
 * some characters, and its Unicode may be of another version), nothing is shown.
 * The URI that is shown may still be refused. The form works without this script, too.
 */
"use strict";

{
  // Long enough that a screen reader, to which the output is a live region, is not interrupted at
  // every key.
  const PAUSE = 400;
  const LONGEST = 4096;

  // A browser that maps "ß" to "ss" finds another host than the server.
  const isCurrent = new URL("http://ß.example/").hostname === "xn--zca.example";

  const ASCII = /^[\x00-\x7f]*$/;
  const LETTER = "(?![\\x00-\\x7f]|\\p{DI})[\\p{L}\\p{M}\\p{N}]";
  const SIGN = "(?![\\x00-\\x7f\\ufffc\\ufffd]|\\p{DI})[\\p{P}\\p{S}]";
  const REST = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2}|${LETTER}|${SIGN})*`;
  const SPACE = "[ \\t\\r\\n\\f]*";
  // A scheme, a host, a port, and the rest, without anything that the server may repair.
  const ADDRESS = new RegExp(
    `^${SPACE}(https?://)((?:[A-Za-z0-9.\\-]|${LETTER})+)` +
      `((?::[1-9][0-9]{0,4})?(?:[/?]${REST})?(?:#${REST})?)${SPACE}$`,
    "u",
  );

  /* The host as it is sent; null where the browser or the server might send another. */
  const toHost = (host) => {
    try {
      const sent = new URL(`http://${host}/`).hostname;
      if (ASCII.test(host)) return sent === host.toLowerCase() ? host : null;
      // In lower case and NFKC, there is no doubt which letters are meant.
      return isCurrent && host.toLowerCase().normalize("NFKC") === host ? sent : null;
    } catch {
      return null;
    }
  };

  /* The URI for what was typed; "" where there is a doubt. */
  const toURI = (typed) => {
    const [, scheme, host, rest] = typed.length > LONGEST ? [] : (ADDRESS.exec(typed) ?? []);
    const sent = host === undefined ? null : toHost(host);
    return sent === null ? "" : scheme + sent + rest.replace(/[^\x00-\x7f]+/g, encodeURIComponent);
  };

  const timers = new WeakMap();

  const outputOf = (input) => {
    const next = input instanceof HTMLInputElement ? input.nextElementSibling : null;
    return next?.matches("output.iri-uri") ? next : null;
  };

  const show = (input, output) => {
    const uri = toURI(input.value);
    const code = document.createElement("code");
    code.dir = "ltr";
    code.textContent = uri;
    output.replaceChildren(...(uri ? [`${output.dataset.label} `, code] : []));
  };

  // One listener for all inputs, those that a form set adds later too.
  document.addEventListener("input", ({ target }) => {
    const output = outputOf(target);
    if (output === null) return;
    clearTimeout(timers.get(target));
    timers.set(target, setTimeout(show, PAUSE, target, output));
  });

  for (const output of document.querySelectorAll("output.iri-uri")) {
    const input = output.previousElementSibling;
    if (outputOf(input) === output) show(input, output);
  }
}
