/* Show the URI that is sent for the IRI that is typed (RFC 3987 section 7.2).
 *
 * The browser's own URL parser maps it: this is what a link to it would request. Nothing is shown
 * for what is no IRI with a scheme, or is sent as it is typed. Without this script the form works
 * as well.
 */
"use strict";

{
  // Long enough that a screen reader, to which the output is a live region, is not interrupted at
  // every key.
  const PAUSE = 400;

  // ASCII that an IRI does not hold, and what section 4.1 forbids: a URL parser takes both.
  const NO_IRI = /[\x00-\x20\x7f-\x9f<>"{}|\\^`\p{Bidi_Control}]|%(?![0-9A-Fa-f]{2})/u;

  const timers = new WeakMap();

  const outputOf = (target) => {
    const next = target instanceof HTMLInputElement ? target.nextElementSibling : null;
    return next?.matches("output.iri-uri") ? next : null;
  };

  const toURI = (typed) => {
    const text = typed.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, "");
    if (/^[\x00-\x7f]*$/.test(text) || NO_IRI.test(text)) return "";
    try {
      return new URL(text).href;
    } catch {
      return "";
    }
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
    if (outputOf(output.previousElementSibling) === output) {
      show(output.previousElementSibling, output);
    }
  }
}
