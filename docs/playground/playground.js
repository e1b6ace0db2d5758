/* The page: it asks the worker about the text, and shows the answers.
 *
 * Everything is written as text, never as markup. A text is cut into pieces where parts, findings
 * and invisible characters begin and end, so that each can be marked.
 */

const byId = (id) => document.getElementById(id);

// In UTF-16 code units, as the page counts all places.
const LONGEST = 65536;
// How much of a text, and how many findings, are shown.
const MOST_SHOWN = 3000;
const MOST_FINDINGS = 100;
const MOST_REPAIRS = 8;
// In milliseconds, after the last key. A screen reader is told later, and the link changes later.
const PAUSE = 60;
const QUIET = 700;

const SEVERITIES = { error: "Error", warning: "Warning", info: "Note" };

/* Elements. Children are nodes or strings; a string is text. */
const make = (name, { dataset, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
};
const fill = (element, ...children) => element.replaceChildren(...children);
const count = (number) => number.toLocaleString("en");

/* Text in which invisible characters are marks: "U+202E", with its name if that is known. */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
let names = {};

const mark = (character) => {
  const codePoint = `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  const title = names[codePoint] ?? codePoint;
  return make("bdi", { className: "hidden-character", title }, character === " " ? "␣" : codePoint);
};

const marked = (text) => {
  const nodes = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    nodes.push(text.slice(end, index), mark(character));
    end = index + character.length;
  }
  return [...nodes, text.slice(end)];
};

/* An address in a left-to-right isolate, as RFC 3987 section 4.1 asks; its beginning, if long. */
const shown = (text) => {
  const bdi = make("bdi", { dir: "ltr", className: "address" }, ...marked(text.slice(0, MOST_SHOWN)));
  const more = text.length - MOST_SHOWN;
  return more > 0 ? [bdi, make("span", { className: "quiet" }, ` … ${count(more)} more`)] : [bdi];
};

// The worker: one request at a time, and after it the newest one.

const worker = new Worker("worker.js", { type: "module" });
let asked = 0;
let isBusy = true;
let waiting = null;

const ask = (request) => {
  waiting = { id: asked, request };
  if (!isBusy) send();
};

const send = () => {
  isBusy = waiting !== null;
  if (isBusy) worker.postMessage(waiting);
  waiting = null;
};

worker.onmessage = ({ data }) => {
  if (data.progress) tellProgress(`${data.progress} …`);
  else if (data.failed && !data.id) fail(data.failed);
  else {
    if (data.about) begin(data.about);
    else if (data.failed) fail(data.failed);
    else if (data.id === asked) show(data);
    send();
  }
};
worker.onerror = (event) => fail(event.message || "its worker did not start");

const tellProgress = (sentence) => {
  const progress = byId("progress");
  progress.hidden = sentence === null;
  fill(progress, sentence ?? "");
};

const fail = (reason) => {
  byId("results").hidden = true;
  tellProgress(
    `The playground could not do this (${reason}). Load the page again, or ask the package itself: ` +
      "python -m iri3987 inspect TEXT.",
  );
};

const begin = ({ languages, versions }) => {
  tellProgress(null);
  const options = languages.map((language) => {
    const lang = language.replace("_", "-");
    const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang);
    return make("option", { value: language, lang, dir: direction(lang) }, name);
  });
  fill(byId("language"), ...options);
  language = languages.includes(language) ? language : preferred();
  byId("language").value = language;
  byId("language").disabled = false;
  // The tables are loaded before somebody asks.
  waiting ??= { id: -1, request: { text: "http://\u0440aypal.com/%C3%A9" } };
  fill(byId("versions"), `iri3987 ${versions.iri3987}, with idna ${versions.idna},`);
  keep();
};

const direction = (lang) => (/^(?:ar|fa|he|ur)\b/.test(lang) ? "rtl" : "ltr");

// The state is in the fragment of the page's own address: #text=...&other=...&language=...

const LONE = /[\ud800-\udfff]/u;

/* Half a character cannot be encoded in UTF-8: it is written as if it could. */
const encode = (text) =>
  [...text]
    .map((character) => {
      if (!LONE.test(character)) return encodeURIComponent(character);
      const unit = character.charCodeAt(0);
      const octets = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)];
      return octets.map((octet) => `%${octet.toString(16).toUpperCase()}`).join("");
    })
    .join("")
    // Programs that find addresses in text leave these out at the end.
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const decode = (value) =>
  value
    .split(/(%ED%[AB][0-9A-F]%[89AB][0-9A-F])/i)
    .map((piece, index) => {
      if (index % 2 === 0) return decodeURIComponent(piece);
      const [, second, third] = piece.match(/%../g).map((octet) => parseInt(octet.slice(1), 16));
      return String.fromCharCode(0xd000 | ((second & 63) << 6) | (third & 63));
    })
    .join("");

const text = byId("text");
const other = byId("other");
let language = "";

const fragment = () => {
  const state = { text: text.value, other: other.value };
  if (language && language !== preferred()) state.language = language;
  return Object.entries(state)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join("&");
};

const preferred = () => {
  const known = [...byId("language").options].map((option) => option.value);
  for (const tag of navigator.languages) {
    const found = known.find((each) => each === tag.replace("-", "_"));
    const related = known.find((each) => each.split("_")[0] === tag.split("-")[0]);
    if (found ?? related) return found ?? related;
  }
  return "en";
};

const read = () => {
  const state = {};
  let long = 0;
  for (const pair of location.hash.slice(1).split("&")) {
    const [name, ...rest] = pair.split("=");
    try {
      state[name] = decode(rest.join("="));
    } catch {
      tellLive("The link is damaged: its percent-encoding cannot be read.");
    }
  }
  for (const field of [text, other]) {
    const value = state[field.name] ?? "";
    field.value = value.length > LONGEST ? "" : value;
    if (value.length > LONGEST) long = value.length;
  }
  language = state.language ?? language;
  if (!isStarting()) byId("language").value = language;
  if (other.value) byId("comparison").open = true;
  update();
  if (long) refuse(long);
};

let linking = 0;
const updateLink = () => {
  clearTimeout(linking);
  linking = setTimeout(writeLink, QUIET);
};
const writeLink = () => {
  clearTimeout(linking);
  const state = fragment();
  try {
    history.replaceState(null, "", state ? `#${state}` : location.pathname + location.search);
  } catch {
    // Some browsers limit how often, or how long: the next change writes it again.
  }
};

let telling = 0;
const tellLive = (sentence, pause = 0) => {
  clearTimeout(telling);
  telling = setTimeout(() => fill(byId("live"), sentence), pause);
};

// Asking

let pausing = 0;
const changed = () => {
  clearTimeout(pausing);
  forget();
  pausing = setTimeout(update, PAUSE);
  updateLink();
};

/* What is shown is about an older text, and so is an answer that is still to come. */
const forget = () => {
  asked += 1;
  waiting = null;
  byId("results").setAttribute("aria-busy", "true");
};

const update = () => {
  forget();
  fit(text);
  fit(other);
  noteExample();
  if (text.value === "") {
    byId("results").hidden = true;
    if (!isStarting()) tellProgress(null);
  } else {
    ask({ text: text.value, other: other.value || null, language: language || "en" });
  }
};

const isStarting = () => byId("language").disabled;

/* A megabyte without a space would freeze the field itself, so it is not put in. */
const refuse = (length) => {
  const sentence =
    `That text has ${count(length)} characters, and the playground takes ${count(LONGEST)} at most: ` +
    "it was not put in.";
  tellProgress(sentence);
  tellLive(sentence);
};

const guard = (event) => {
  const { selectionStart: start, selectionEnd: end, value } = event.target;
  const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  const length = value.length - (end - start) + added.length;
  if (added === "" || length <= LONGEST) return;
  event.preventDefault();
  refuse(length);
};

/* As many lines as the text needs, within limits. */
const fit = (field) => {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight + 2, 240)}px`;
};

const select = (field, start, end) => {
  field.focus();
  field.setSelectionRange(start, end);
};

const copy = async (button, value) => {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(value);
    fill(button, "Copied");
    tellLive("Copied.");
  } catch {
    tellLive("The browser did not allow to copy.");
  }
  setTimeout(() => fill(button, label), 1500);
};

const copyButton = (value, name) => {
  const button = make("button", { type: "button", className: "copy", ariaLabel: `Copy ${name}` }, "Copy");
  button.addEventListener("click", () => copy(button, value));
  return button;
};

// Showing

const show = ({ answer, browser }) => {
  names = answer.names;
  tellProgress(null);
  byId("results").hidden = false;
  byId("results").setAttribute("aria-busy", "false");
  showVerdict(answer);
  showColoured(answer);
  showParts(answer.parts);
  showMainForms(answer);
  showForms(answer);
  showFindings(answer.findings);
  showProfiles(answer);
  showBrowser(answer, browser);
  showComparison(answer);
  const found = answer.findings.length;
  tellLive(`${byId("verdict").textContent} ${count(found)} finding${found === 1 ? "" : "s"}.`, QUIET);
};

const A = { URI: "a URI", IRI: "an IRI" };

const showVerdict = ({ kind, error, uriError, findings }) => {
  const refusal = error ?? uriError;
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  byId("verdict").dataset.kind = refusal ? "bad" : warnings ? "doubt" : "good";
  const doubt = warnings ? `, with ${warnings === 1 ? "a warning" : `${count(warnings)} warnings`}` : "";
  if (error) fill(byId("verdict"), "This is not an IRI.");
  else if (uriError) fill(byId("verdict"), "This is an IRI, and there is no URI for it.");
  else fill(byId("verdict"), `This is ${A[kind] ?? `a ${kind}`}${doubt}.`);
  fill(byId("error"), ...(refusal ? [about(refusal, "p")] : []));
};

/* The code, the place and the sentence of an error or a finding. */
const about = (told, name) =>
  make(
    name,
    { className: "about", dataset: { severity: told.severity } },
    make("span", { className: "severity" }, SEVERITIES[told.severity]),
    " ",
    make("code", {}, told.code),
    ...place(told),
    " ",
    sentence(told),
    make("span", { className: "why quiet small" }, told.why, ...section(told)),
  );

const sentence = ({ sentence: words }) => {
  const lang = (language || "en").replace("_", "-");
  return make("span", { className: "sentence", lang, dir: direction(lang) }, ...marked(words).map(asIs));
};
// A space of a sentence is a space.
const asIs = (node) => (node.textContent === "␣" ? " " : node);

const place = ({ start, end, position }) => {
  if (start === null) return [];
  const last = position + [...text.value.slice(start, end)].length - 1;
  const range = last > position ? `${count(position)}–${count(last)}` : count(position);
  const button = make(
    "button",
    { type: "button", className: "place", title: "Select it in the text" },
    `at ${range}`,
  );
  button.addEventListener("click", () => select(text, start, end));
  return [" ", button];
};

const section = ({ section: number }) => {
  if (!number) return [];
  const isOurs = /^[0-9.]+$/.test(number);
  if (!isOurs) return [` (${number})`];
  const href = `https://www.rfc-editor.org/rfc/rfc3987#section-${number}`;
  return [" (", make("a", { href, ariaLabel: `RFC 3987 section ${number}` }, number), ")"];
};

/* The text in pieces: each lies within or without a part and each finding. */
const showColoured = ({ parts, findings }) => {
  const value = text.value;
  const shortened = Math.min(value.length, MOST_SHOWN);
  const numbered = findings
    .slice(0, MOST_FINDINGS)
    .map((finding, index) => ({ ...finding, number: index + 1 }));
  const edges = new Set([0, shortened]);
  for (const { start, end } of [...parts, ...numbered]) {
    if (start !== null) [start, end].forEach((edge) => edges.add(Math.min(edge, shortened)));
  }
  const sorted = [...edges].sort((a, b) => a - b);
  const nodes = [];
  const begun = new Set();
  let current = null;
  let holder = null;
  for (const [index, start] of sorted.entries()) {
    const end = sorted[index + 1] ?? start;
    const within = (each) => each.start <= start && end <= each.end && start < each.end;
    const part = parts.find(within) ?? null;
    if (holder === null || part !== current) {
      const className = part ? `part ${part.name}` : "delimiter";
      holder = make("bdi", { dir: "ltr", className });
      nodes.push(holder);
      current = part;
    }
    const covering = numbered.filter((each) => within(each) || (each.start === start && each.start === each.end));
    const pieces = marked(value.slice(start, end));
    if (covering.length === 0) {
      holder.append(...pieces);
      continue;
    }
    const gravest = ["error", "warning", "info"].find((each) => covering.some(({ severity }) => severity === each));
    const numbers = covering.filter(({ number }) => !begun.has(number)).map(({ number }) => number);
    numbers.forEach((number) => begun.add(number));
    const label = numbers.length ? [make("sup", {}, numbers.join(" "))] : [];
    holder.append(make("mark", { dataset: { severity: gravest } }, ...label, ...pieces));
  }
  fill(byId("coloured"), ...nodes);
  const legend = [];
  if (begun.size) legend.push("The numbers are those of the findings.");
  if (value.length > MOST_SHOWN) legend.push(`The first ${count(MOST_SHOWN)} of ${count(value.length)} characters.`);
  byId("legend").hidden = legend.length === 0;
  fill(byId("legend"), legend.join(" "));
};

/* A table with the names of its columns, and rows: a name and cells, which are lists of nodes. */
const table = (element, columns, rows) => {
  const titles = columns.map((title) => make("th", { scope: "col" }, title));
  const body = rows.map(({ name, cells, className = "" }) =>
    make(
      "tr",
      { className },
      make("th", { scope: "row" }, ...name),
      // On a narrow screen, the names of the columns stand in the cells.
      ...cells.map((cell, index) => make("td", { dataset: { column: columns[index + 1] } }, ...cell)),
    ),
  );
  fill(element, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...body));
};
const partName = (name) => make("span", { className: `part ${name}` }, name);
const verdict = (isGood, words) => make("span", { className: isGood ? "yes" : "no" }, words);

const NOTES = {
  default: "the default of the scheme",
  IPv4: "an IPv4 address",
  IPv6: "an IPv6 address",
};

const showParts = (parts) => {
  const rows = parts.map(({ name, text: written, decoded, note }) => {
    const meant = decoded === written ? [] : shown(decoded);
    if (note && note !== written && note !== decoded) {
      const words = NOTES[note] ? [NOTES[note]] : ["in the DNS ", ...shown(note)];
      meant.push(make("span", { className: "quiet note" }, ...words));
    }
    return { name: [partName(name)], cells: [value(written), meant.length ? meant : quiet("the same")], className: meant.length ? "" : "plain" };
  });
  table(byId("parts"), ["Part", "As written", "Decoded"], rows);
};

const value = (part) => (part === null ? quiet("none") : part === "" ? quiet("empty") : shown(part));
const quiet = (words) => [make("span", { className: "quiet" }, words)];

const entry = (name, value, note) => [
  make("dt", {}, name, " ", make("span", { className: "quiet small" }, note)),
  make("dd", { dataset: { form: name } }, ...shown(value), copyButton(value, name)),
];

const noEntry = (name, words) => [
  make("dt", {}, name),
  make("dd", { dataset: { form: name } }, ...quiet(words)),
];

/* What is sent and what is shown; for text that is not an IRI, what would be. */
const showMainForms = ({ error, uri, uriError, display, repaired, repairedUri, repairs, leiri }) => {
  const entries = [];
  if (uri !== null) entries.push(entry("Sent as", uri, "the URI"));
  else if (uriError) entries.push(noEntry("Sent as", "There is no URI."));
  if (repaired !== null) {
    entries.push(entry("Repaired", repaired, "trimmed and percent-encoded, as browsers do"));
    const changes = repairs.slice(0, MOST_REPAIRS).map((each) => make("li", {}, sentence(each)));
    if (repairs.length > MOST_REPAIRS) changes.push(make("li", {}, `${repairs.length - MOST_REPAIRS} more`));
    if (changes.length) entries.push([make("dd", {}, make("ul", { className: "repairs small" }, ...changes))]);
  } else if (error) {
    entries.push(noEntry("Repaired", "It lacks more than percent-encoding, so it is not repaired."));
  }
  if (repairedUri !== null) entries.push(entry("Then sent as", repairedUri, "the URI"));
  if (leiri !== null) entries.push(entry("As a LEIRI", leiri, "as XML reads it"));
  entries.push(entry("Shown to people", display, "without what can mislead them"));
  fill(byId("main-forms"), ...entries.flat());
};

const showForms = ({ iri, normal, key, digest }) => {
  const entries = [];
  if (iri !== null) entries.push(entry("IRI", iri, "section 3.2"));
  if (normal !== null) entries.push(entry("Normalized", normal, "for comparison only, section 5.3.3"));
  if (key !== null) entries.push(entry("Key", key, "the same for equivalent addresses"));
  entries.push(entry("Digest of the key", digest, "66 characters, for a column"));
  fill(byId("forms"), ...entries.flat());
};

const showFindings = (findings) => {
  byId("nothing").hidden = findings.length > 0;
  const items = findings.slice(0, MOST_FINDINGS).map((finding) => about(finding, "li"));
  const more = findings.length - MOST_FINDINGS;
  if (more > 0) items.push(make("li", { className: "quiet" }, `${count(more)} more`));
  fill(byId("findings"), ...items);
};

const showProfiles = ({ profiles, error: first, uriError }) => {
  const told = (first ?? uriError)?.sentence;
  const rows = profiles.map(({ name, error, cleaned }) => {
    const cell = [verdict(!error, error ? "refuses" : "accepts")];
    if (error) cell.push(" ", make("code", {}, error.code));
    // The verdict above has the same words.
    if (error && error.sentence !== told) cell.push(sentence(error));
    if (cleaned !== null) {
      const typed = [verdict(true, "accepts typed text"), " as ", ...shown(cleaned)];
      cell.push(make("span", { className: "small note" }, ...typed));
    }
    return { name: [make("code", {}, name)], cells: [cell] };
  });
  table(byId("profiles"), ["Profile", "Verdict"], rows);
};

const RELATIONS = {
  same: "The URL parser of your browser makes the same of it.",
  equivalent: "The URL parser of your browser writes it in another way. Both are equivalent by RFC 3987 (5.3.3).",
  encoded:
    "The URL parser of your browser leaves characters in it that no URI has. Percent-encoded, it is the same.",
  different: "The URL parser of your browser makes another address of it.",
  refused: "The URL parser of your browser throws.",
  opened: "The URL parser of your browser takes it, and iri3987 does not.",
  neither: "The URL parser of your browser refuses it, too.",
};

const showBrowser = ({ browser }, { error }) => {
  const { relation, rows, ours } = browser;
  const words = [RELATIONS[relation]];
  if (error) words.push(" ", make("code", {}, error));
  byId("relation").dataset.relation = relation;
  fill(byId("relation"), ...words);
  byId("browser").hidden = ours === null && relation === "neither";
  const isOnBoth = relation !== "refused" && relation !== "opened";
  const result = rows.map(({ name, ours: one, theirs: two }) => {
    const differs = isOnBoth && one !== two;
    const words = differs ? [" ", make("strong", { className: "differs" }, "differs")] : [];
    return {
      name: [partName(name), ...words],
      cells: [value(one), isOnBoth && !differs ? quiet("the same") : value(two)],
      className: differs ? "different" : "",
    };
  });
  table(byId("browser"), ["Part", "iri3987", "new URL"], result);
};

const STEPS = {
  "5.3.1": "Simple string comparison",
  "5.3.2.1": "Case",
  "5.3.2.3": "Percent-encoding",
  "5.3.2.4": "Path segments",
  "5.3.3": "Scheme",
};

const showComparison = ({ comparison, error: textError }) => {
  const isThere = comparison !== null;
  const rungs = comparison?.rungs ?? [];
  byId("ladder").hidden = rungs.length === 0;
  fill(byId("by"), ...(isThere ? summary(comparison, textError) : []));
  const result = rungs.map(({ section: number, texts: [one, two] }) => ({
    name: [`${STEPS[number]} `, make("span", { className: "quiet small" }, number)],
    cells: [[verdict(one === two, one === two ? "equal" : "different")], shown(one), shown(two)],
  }));
  table(byId("ladder"), ["Step", "Result", "This", "The other"], result);
};

const summary = ({ error, by, byNfc, lookAlike }, textError) => {
  if (error) return [make("strong", {}, "The other address is not an IRI."), " ", make("code", {}, error.code), " ", sentence(error)];
  if (textError) return [make("strong", {}, "The first address is not an IRI.")];
  if (by) return [make("strong", {}, "Equivalent"), `, from this step on: ${STEPS[by]} (${by}).`];
  const words = [make("strong", {}, "Not equivalent"), " at any step."];
  if (byNfc) words.push(" In the form NFC (5.3.2.2) they would be.");
  if (lookAlike) words.push(" Their hosts look alike.");
  return words;
};

// Examples, events and the start

let examples = [];

const noteExample = () => {
  const example = examples.find((each) => each.text === text.value);
  byId("see").hidden = !example;
  fill(byId("see"), example?.see ?? "");
  for (const each of byId("examples").querySelectorAll("a")) {
    if (example?.name === each.textContent) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
};

const showExamples = async () => {
  examples = await (await fetch("examples.json")).json();
  const items = examples.map(({ name, text: value, other: second, see }) => {
    const href = `#text=${encode(value)}${second ? `&other=${encode(second)}` : ""}`;
    return make("li", {}, make("a", { href, title: see }, make("bdi", {}, name)));
  });
  fill(byId("examples"), ...items);
  noteExample();
};

/* After the first visit, the files are here. */
const keep = async () => {
  const place_ = byId("offline");
  if (!navigator.serviceWorker) {
    fill(place_, "It needs a network each time, because it is not served securely.");
    return;
  }
  try {
    await navigator.serviceWorker.register("service-worker.js");
    await navigator.serviceWorker.ready;
    fill(place_, "It works without a network from now on.");
  } catch {
    fill(place_, "It needs a network each time, because the browser keeps no files for it.");
  }
};

for (const field of [text, other]) {
  field.addEventListener("beforeinput", guard);
  field.addEventListener("input", changed);
}
// Line breaks are for pasted text.
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
});
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("clear").addEventListener("click", () => {
  text.value = other.value = "";
  update();
  writeLink();
  text.focus();
});
byId("link").addEventListener("click", (event) => {
  writeLink();
  copy(event.currentTarget, location.href);
});
byId("language").addEventListener("change", (event) => {
  language = event.target.value;
  update();
  writeLink();
});
addEventListener("hashchange", read);

tellProgress("Starting …");
read();
showExamples();
