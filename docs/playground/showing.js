/* Shows the answers of Python (playground.py), a function for each section of the page. */
import {
  MOST_SHOWN,
  address,
  byId,
  copy,
  count,
  fill,
  make,
  marked,
  nameCharacters,
  quiet,
  shown,
  table,
} from "./elements.js";

// The gravest first.
const SEVERITIES = { error: "Error", warning: "Warning", info: "Note" };

/* The request that is answered. */
let asked;

export const show = ({ request, answer, browser }) => {
  asked = request;
  nameCharacters(answer.names);
  showVerdict(answer);
  showColoured(answer);
  showParts(answer.parts);
  showMainForms(answer);
  showForms(answer);
  showFindings(answer);
  showProfiles(answer);
  showBrowser(answer, browser);
  showComparison(answer);
};

export const direction = (lang) => (/^(?:ar|fa|he|ur)\b/.test(lang) ? "rtl" : "ltr");

const A = { URI: "a URI", IRI: "an IRI" };

const showVerdict = ({ kind, error, uriError, warningsFound: warnings }) => {
  const refusal = error ?? uriError;
  byId("verdict").dataset.kind = refusal ? "bad" : warnings ? "doubt" : "good";
  const number = warnings === 1 ? "a warning" : `${count(warnings)} warnings`;
  const doubt = warnings ? `, with ${number}` : "";
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
    code(told),
    ...place(told),
    " ",
    sentence(told),
    make("span", { className: "why quiet small" }, told.why, ...section(told)),
  );

/* A link to the code in the reference. */
const code = ({ code: name }) =>
  make("a", { href: `../reference/codes.html#${name}` }, make("code", {}, name));

const sentence = ({ sentence: words }) => {
  const lang = asked.language.replace("_", "-");
  // A sentence has spaces of its own.
  const nodes = words.split(" ").flatMap((word, index) => [index ? " " : "", ...marked(word)]);
  return make("span", { className: "sentence", lang, dir: direction(lang) }, ...nodes);
};

const place = ({ start, end, position }) => {
  if (start === null) return [];
  const last = position + [...asked.text.slice(start, end)].length - 1;
  const range = last > position ? `${count(position)}–${count(last)}` : count(position);
  const title = "Select it in the text";
  const button = make("button", { type: "button", className: "place", title }, `at ${range}`);
  button.addEventListener("click", () => select(start, end));
  return [" ", button];
};

const select = (start, end) => {
  byId("text").focus();
  byId("text").setSelectionRange(start, end);
};

const section = ({ section: number }) => {
  if (!number) return [];
  const isOurs = /^[0-9.]+$/.test(number);
  if (!isOurs) return [` (${number})`];
  const href = `https://www.rfc-editor.org/rfc/rfc3987#section-${number}`;
  return [" (", make("a", { href, ariaLabel: `RFC 3987 section ${number}` }, number), ")"];
};

/* The text, in pieces that begin and end where a part or a finding does. */
const showColoured = ({ parts, findings }) => {
  const most = Math.min(asked.text.length, MOST_SHOWN);
  const numbered = findings.map((finding, index) => ({ ...finding, number: index + 1 }));
  const places = [...parts, ...numbered].flatMap(({ start, end }) => [start, end]);
  const edges = [...new Set([0, ...places, most])].filter((edge) => edge !== null && edge <= most);
  edges.sort((one, two) => one - two);
  const nodes = [];
  let current;
  for (const [index, start] of edges.entries()) {
    const end = edges[index + 1] ?? start;
    const part = parts.find((each) => isWithin(start, end, each));
    if (index === 0 || part !== current) {
      const className = part ? `part ${part.name}` : "delimiter";
      nodes.push(make("bdi", { dir: "ltr", className }));
      current = part;
    }
    nodes.at(-1).append(...pieces(start, end, numbered));
  }
  fill(byId("coloured"), ...nodes);
  const legend = [];
  if (numbered.length) legend.push("The numbers are those of the findings.");
  const length = asked.text.length;
  if (length > most) legend.push(`The first ${count(most)} of ${count(length)} characters.`);
  byId("legend").hidden = legend.length === 0;
  fill(byId("legend"), legend.join(" "));
};

const isWithin = (start, end, each) => each.start <= start && end <= each.end && start < end;

/* A piece of the text, marked if findings are about it; before it, those about its beginning. */
const pieces = (start, end, numbered) => {
  const points = numbered.filter((each) => each.start === start && each.end === start);
  const covering = numbered.filter((each) => isWithin(start, end, each));
  const beginning = covering.filter((each) => each.start === start);
  const content = marked(asked.text.slice(start, end));
  return [
    ...(points.length ? [finding(points, points, [])] : []),
    ...(covering.length ? [finding(covering, beginning, content)] : content),
  ];
};

const finding = (covering, beginning, content) => {
  const has = (severity) => covering.some((each) => each.severity === severity);
  const severity = Object.keys(SEVERITIES).find(has);
  const numbers = beginning.map(({ number }) => number).join(" ");
  const label = numbers ? [make("sup", {}, numbers)] : [];
  return make("mark", { dataset: { severity } }, ...label, ...content);
};

const partName = (name) => make("span", { className: `part ${name}` }, name);
const verdict = (isGood, words) => make("span", { className: isGood ? "yes" : "no" }, words);

const NOTES = {
  default: "the default of the scheme",
  IPv4: "an IPv4 address",
  IPv6: "an IPv6 address",
};

const showParts = (parts) => {
  const rows = parts.map(({ name, text, decoded, note }) => {
    const meant = decoded === text ? [] : shown(decoded);
    if (note && note !== text && note !== decoded) {
      const words = NOTES[note] ? [NOTES[note]] : ["in the DNS ", ...shown(note)];
      meant.push(make("span", { className: "quiet note" }, ...words));
    }
    const isPlain = meant.length === 0;
    return {
      name: [partName(name)],
      cells: [value(text), isPlain ? quiet("the same") : meant],
      className: isPlain ? "plain" : "",
    };
  });
  table(byId("parts"), ["Part", "As written", "Decoded"], rows);
};

const value = (part) => {
  if (part === null) return quiet("none");
  return part === "" ? quiet("empty") : shown(part);
};

const small = (words) => make("span", { className: "quiet small" }, words);

const entry = (name, form, note) => {
  const label = { type: "button", className: "copy", ariaLabel: `Copy ${name}` };
  const button = make("button", label, "Copy");
  button.addEventListener("click", () => copy(button, form));
  return [
    make("dt", {}, name, " ", small(note)),
    make("dd", { dataset: { form: name } }, ...shown(form), button),
  ];
};

const noEntry = (name, words) => [
  make("dt", {}, name),
  make("dd", { dataset: { form: name } }, ...quiet(words)),
];

/* What is sent and what is shown; for text that is not an IRI, what would be. */
const showMainForms = (answer) => {
  const { error, uri, uriError, repaired, repairedUri, repairs, repairsFound, leiri } = answer;
  const entries = [];
  if (uri !== null) entries.push(entry("Sent as", uri, "the URI, in ASCII"));
  else if (uriError) entries.push(noEntry("Sent as", "There is no URI."));
  if (repaired !== null) {
    entries.push(entry("Repaired", repaired, "trimmed and percent-encoded, as browsers do"));
    if (repairs.length) entries.push([make("dd", {}, changes(repairs, repairsFound))]);
  } else if (error) {
    entries.push(noEntry("Repaired", "Not possible: percent-encoding alone does not mend it."));
  }
  if (repairedUri !== null) entries.push(entry("Then sent as", repairedUri, "the URI, in ASCII"));
  if (leiri !== null) entries.push(entry("As a LEIRI", leiri, "as XML reads it"));
  entries.push(entry("Shown to people", answer.display, "RFC 3987 section 7.6"));
  if (RIGHT_TO_LEFT.test(asked.text)) entries.push(pieceByPiece(asked.text));
  fill(byId("main-forms"), ...entries.flat());
};

const changes = (repairs, found) => {
  const items = repairs.map((each) => make("li", {}, sentence(each)));
  const more = found - repairs.length;
  if (more > 0) items.push(make("li", {}, `${count(more)} more`));
  return make("ul", { className: "repairs small" }, ...items);
};

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/* The text in the order in which it is stored, if it is read in two directions. */
const pieceByPiece = (text) => {
  const parted = text.slice(0, MOST_SHOWN).split(/([:/?#[\]@!$&'()*+,;=.%])/);
  const isolated = parted.filter(Boolean).map((piece) => make("bdi", {}, ...marked(piece)));
  const name = "Piece by piece";
  return [
    make("dt", {}, name, " ", small("in the order in which it is stored")),
    make("dd", { dataset: { form: name } }, address(...isolated)),
  ];
};

const showForms = ({ iri, normal, key, digest }) => {
  const entries = [];
  if (iri !== null) entries.push(entry("IRI", iri, "decoded as far as RFC 3987 section 3.2 allows"));
  const purpose = "for comparison only, RFC 3987 section 5.3.3";
  if (normal !== null) entries.push(entry("Normalized", normal, purpose));
  if (key !== null) entries.push(entry("Key", key, "the same for equivalent addresses"));
  entries.push(entry("Digest of the key", digest, "66 characters, for a column of a database"));
  fill(byId("forms"), ...entries.flat());
};

const showFindings = ({ findings, found }) => {
  byId("nothing").hidden = found > 0;
  const items = findings.map((finding) => about(finding, "li"));
  const more = found - findings.length;
  if (more > 0) items.push(make("li", { className: "quiet" }, `${count(more)} more`));
  fill(byId("findings"), ...items);
};

const showProfiles = ({ profiles, error: first, uriError }) => {
  // The same words are not told twice.
  const told = new Set([(first ?? uriError)?.sentence]);
  const rows = profiles.map(({ name, error, cleaned }) => {
    const cell = [verdict(!error, error ? "refuses" : "accepts")];
    if (error) cell.push(" ", code(error));
    if (error && !told.has(error.sentence)) cell.push(sentence(error));
    told.add(error?.sentence);
    if (cleaned !== null) {
      const typed = [verdict(true, "accepts it from a form"), " as ", ...shown(cleaned)];
      cell.push(make("span", { className: "small note" }, ...typed));
    }
    return { name: [make("code", {}, name)], cells: [cell] };
  });
  table(byId("profiles"), ["Profile", "Verdict"], rows);
};

// What the URL parser of the browser does with the text.
const RELATIONS = {
  same: "gives the same URI.",
  equivalent: "gives an equivalent URI, in another spelling (RFC 3987 section 5.3.3).",
  encoded: "leaves characters that a URI cannot have. Percent-encoded, it is the same URI.",
  different: "gives another address.",
  refused: "refuses it, and iri3987 does not.",
  relative: "refuses it: a relative reference needs a base.",
  opened: "accepts it, and iri3987 does not.",
  neither: "refuses it, too.",
};

const showBrowser = ({ browser, kind }, { error }) => {
  const { relation, rows, ours } = browser;
  const message = error ? [" ", make("code", {}, error)] : [];
  byId("relation").dataset.relation = relation;
  const isRelative = relation === "refused" && kind?.startsWith("relative");
  const words = RELATIONS[isRelative ? "relative" : relation];
  const parser = make("code", {}, "new URL");
  fill(byId("relation"), "In your browser, ", parser, ` ${words}`, ...message);
  byId("browser").hidden = ours === null && relation === "neither";
  const isOnBoth = relation !== "refused" && relation !== "opened";
  const result = rows.map(({ name, ours: one, theirs: two }) => {
    const differs = isOnBoth && one !== two;
    const note = differs ? [" ", make("strong", { className: "differs" }, "differs")] : [];
    return {
      name: [partName(name), ...note],
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

const showComparison = ({ comparison, error }) => {
  const rungs = comparison?.rungs ?? [];
  byId("ladder").hidden = rungs.length === 0;
  fill(byId("by"), ...(comparison ? summary(comparison, error) : []));
  const rows = rungs.map(({ section: number, texts: [one, two] }) => ({
    name: [`${STEPS[number]} `, small(number)],
    cells: [[verdict(one === two, one === two ? "equal" : "different")], shown(one), shown(two)],
  }));
  table(byId("ladder"), ["Step", "Result", "This", "The other"], rows);
};

const summary = ({ error, by, byNfc, lookAlike }, textError) => {
  const strong = (words) => make("strong", {}, words);
  if (error) {
    return [strong("The other address is not an IRI."), " ", code(error), " ", sentence(error)];
  }
  if (textError) return [strong("The first address is not an IRI.")];
  if (by) return [strong("Equivalent"), `, from this step on: ${STEPS[by]} (${by}).`];
  const words = [strong("Not equivalent"), " at any step."];
  if (byNfc) words.push(" In the form NFC (5.3.2.2) they would be.");
  if (lookAlike) words.push(" Their hosts look alike.");
  return words;
};
