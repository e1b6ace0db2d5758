/* Elements of the page. Everything is written as text, never as markup. */

export const byId = (id) => document.getElementById(id);

/* Children are nodes or strings; a string is text. */
export const make = (name, { dataset, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
};
export const fill = (element, ...children) => element.replaceChildren(...children);
export const count = (number) => number.toLocaleString("en");
export const quiet = (words) => [make("span", { className: "quiet" }, words)];

/* How much of a text is shown, in UTF-16 code units. */
export const MOST_SHOWN = 3000;

// Characters that are not seen, or are seen as a space.
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const COMBINING = /^\p{M}/u;
let names = {};

/* From now on, the characters with these code points have these names. */
export const nameCharacters = (byCodePoint) => {
  names = byCodePoint;
};

const mark = (character) => {
  const codePoint = `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  const title = names[codePoint] ?? codePoint;
  return make("bdi", { className: "hidden-character", title }, character === " " ? "␣" : codePoint);
};

/* Text in which each hidden character is a mark: "U+202E". */
export const marked = (text) => {
  // A mark at the beginning would stand on what precedes the text on the page.
  const nodes = COMBINING.test(text) ? [make("span", { className: "circle" })] : [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    nodes.push(text.slice(end, index), mark(character));
    end = index + character.length;
  }
  return [...nodes, text.slice(end)];
};

export const address = (...nodes) => make("bdi", { dir: "ltr", className: "address" }, ...nodes);

const ASCII = /^[!-~]*$/;

/* An address in a left-to-right isolate, as RFC 3987 section 4.1 asks; its beginning, if long. */
export const shown = (text) => {
  const more = text.length - MOST_SHOWN;
  const beginning = address(...marked(text.slice(0, MOST_SHOWN)));
  // There are no words in a URI that a line must not divide.
  if (ASCII.test(text)) beginning.classList.add("uri");
  return more > 0 ? [beginning, ...quiet(` … ${count(more)} more`)] : [beginning];
};

/* A table with the names of its columns, and rows: a name and cells, which are lists of nodes. */
export const table = (element, columns, rows) => {
  const titles = columns.map((title) => make("th", { scope: "col" }, title));
  const body = rows.map(({ name, cells, className = "" }) => {
    // On a narrow screen, the names of the columns stand in the cells.
    const data = cells.map((cell, index) =>
      make("td", { dataset: { column: columns[index + 1] } }, ...cell),
    );
    return make("tr", { className }, make("th", { scope: "row" }, ...name), ...data);
  });
  fill(element, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...body));
};

let telling = 0;

/* Tell it to screen readers, after a pause in milliseconds. */
export const tellLive = (sentence, pause = 0) => {
  clearTimeout(telling);
  telling = setTimeout(() => fill(byId("live"), sentence), pause);
};

const copied = new WeakMap();

export const copy = async (button, value) => {
  const label = copied.get(button) ?? button.textContent;
  copied.set(button, label);
  try {
    await navigator.clipboard.writeText(value);
    fill(button, "Copied");
  } catch {
    fill(button, "The browser does not allow it");
  }
  tellLive(`${button.textContent}.`);
  setTimeout(() => fill(button, label), 1500);
};
