/* Help to type a web address (RFC 3987 section 7.2): show the URI that is sent, say on leaving that
 * an address is not complete yet, and select on focus what the server has refused.
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

  const parse = (text) => {
    try { return new URL(text); } catch { return null; }
  };

  /* The host as it is sent; null where the browser or the server might send another, or none. */
  const toHost = (host) => {
    const sent = /\.|^localhost$/i.test(host) ? parse(`http://${host}/`)?.hostname : null;
    if (ASCII.test(host)) return sent === host.toLowerCase() ? host : null;
    // In lower case and NFKC, there is no doubt which letters are meant.
    return isCurrent && host.toLowerCase().normalize("NFKC") === host ? (sent ?? null) : null;
  };

  /* The URI for what was typed; "" where there is a doubt. */
  const toURI = (typed) => {
    const [, scheme, host, rest] = typed.length > LONGEST ? [] : (ADDRESS.exec(typed) ?? []);
    const sent = host && parse(`${scheme}a${rest}`) ? toHost(host) : null;
    return sent === null ? "" : scheme + sent + rest.replace(/[^\x00-\x7f]+/g, encodeURIComponent);
  };

  // What the form may complete. And the same with a dot, or "localhost", which it does.
  const BEGINNING = /^(?:\/\/|\[|[^\s:@/?#\\]+(?::\d+)?(?=[/?#]|$))/;
  const HOST = /^\s*(?:localhost|[^\s:@/?#\\.]+(?:\.[^\s:@/?#\\.]+)+)\.?(?::\d{1,5})?(?=[/?#\s]|$)/i;
  // What the server trims.
  const AROUND = /^[\s\p{Cf}\p{DI}\u2800]+|[\s\p{Cf}\p{DI}\u2800]+$/gu;

  // A path, a query, a fragment, or words without a sign of an address: the server says of them, too,
  // that more has to be typed. About other texts it may say more.
  const REFERENCE = /^(?:\/[^/\\]*|[?#].*|[^.:/\\@,;。．｡：／＠，；、،؛।|]+)$/s;
  const isIncomplete = (text, assumed) => REFERENCE.test(text) && !(assumed && BEGINNING.test(text));

  const timers = new WeakMap();
  const outputOf = (input) => {
    const next = input instanceof HTMLInputElement ? input.nextElementSibling : null;
    return next?.matches("output.iri-uri") ? next : null;
  };

  const show = (input, output, isLeft = false) => {
    const [typed, { label, assume, incomplete }] = [input.value, output.dataset];
    const isNew = typed !== input.defaultValue;
    const whole = assume && HOST.test(typed) ? `${assume}://${typed.trimStart()}` : typed;
    const uri = isNew || input.ariaInvalid !== "true" ? toURI(whole) : "";
    const code = Object.assign(document.createElement("code"), { dir: "ltr", textContent: uri });
    const isShort = isLeft && isNew && isIncomplete(typed.slice(0, LONGEST).replace(AROUND, ""), assume);
    output.replaceChildren(...(uri ? [`${label} `, code] : isShort && incomplete ? [incomplete] : []));
  };

  // Until the text is changed. A browser has a selection of its own on focus, so a moment later.
  const select = (input) => {
    const place = input?.dataset?.iriSelect;
    if (!place || input.value !== input.defaultValue) return;
    setTimeout(() => input.setSelectionRange(...place.split(" ")));
  };

  // One listener for all inputs, those that a form set adds later too.
  const listen = (event, pause) =>
    document.addEventListener(event, ({ target }) => {
      const output = outputOf(target);
      if (output === null) return;
      clearTimeout(timers.get(target));
      timers.set(target, setTimeout(show, pause, target, output, event === "focusout"));
    });
  listen("input", PAUSE);
  listen("focusout", 0);
  document.addEventListener("focusin", ({ target }) => select(target));

  select(document.activeElement);
  for (const output of document.querySelectorAll("input + output.iri-uri"))
    show(output.previousElementSibling, output);
}
