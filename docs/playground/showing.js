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

/* The request that is answered, and what is called with a text that is offered. */
let asked;
let take;

export const show = (request, answer, takeOffer) => {
  asked = request;
  take = takeOffer;
  nameCharacters(answer.names);
  showVerdict(answer.verdict);
  showFindings(answer);
  showColoured(answer);
  showParts(answer.parts);
  showMainForms(answer);
  showForms(answer);
  showProfiles(answer);
  showBrowser(answer.uri ?? answer.repairedUri);
  showComparison(answer.comparison);
};

export const direction = (lang) => (/^(?:ar|fa|he|ur)\b/.test(lang) ? "rtl" : "ltr");

const showVerdict = ({ kind, words, offers }) => {
  byId("verdict").dataset.kind = kind;
  fill(byId("verdict"), words);
  const items = offers.map((offer) => {
    const button = make("button", { type: "button", title: "Put it in" }, ...shown(offer));
    button.addEventListener("click", () => take(offer));
    return make("li", {}, button);
  });
  fill(byId("offers"), ...items);
};

/* What a screen reader is told: the verdict, and the first findings. */
export const summary = ({ verdict, findings }) => {
  const [first, second, ...more] = findings.map((each) => each.sentence);
  const rest = more.length ? `${count(more.length)} more findings.` : "";
  return [verdict.words, ...verdict.offers, first, second, rest].filter(Boolean).join(" ");
};

const code = ({ code: name }) =>
  make("a", { href: `../reference/codes.html#${name}`, className: "code" }, name);

const sentence = ({ sentence: words }) => {
  const lang = asked.language.replace("_", "-");
  // A sentence has spaces of its own.
  const nodes = words.split(" ").flatMap((word, index) => [index ? " " : "", ...marked(word)]);
  return make("span", { className: "sentence", lang, dir: direction(lang) }, ...nodes);
};

const placeButton = ({ start, end, position, last }) => {
  const range = last > position ? `${count(position)}–${count(last)}` : count(position);
  const title = "Select it in the text";
  const button = make("button", { type: "button", className: "place", title }, `at ${range}`);
  button.addEventListener("click", () => {
    byId("text").focus();
    byId("text").setSelectionRange(start, end);
  });
  return button;
};

const showFindings = ({ findings, more }) => {
  const items = findings.map((finding) =>
    make(
      "li",
      { dataset: { severity: finding.severity } },
      make("span", { className: "severity" }, SEVERITIES[finding.severity]),
      ...finding.places.flatMap((each) => [" ", placeButton(each)]),
      " ",
      sentence(finding),
      make("span", { className: "why quiet small" }, `${finding.why} `, code(finding)),
    ),
  );
  if (more) items.push(make("li", { className: "quiet" }, `${count(more)} more`));
  fill(byId("findings"), ...items);
};

/* The text, in pieces that begin and end where a part or a finding does. */
const showColoured = ({ parts, findings }) => {
  const most = Math.min(asked.text.length, MOST_SHOWN);
  const numbered = findings.flatMap(({ severity, places }, index) =>
    places.map((place) => ({ ...place, severity, number: index + 1 })),
  );
  const places = [...parts, ...numbered].flatMap(({ start, end }) => [start, end]);
  const edges = [...new Set([0, ...places, most])].filter((edge) => edge <= most);
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
      const words = NOTES[note] ? [NOTES[note]] : ["looked up as ", ...shown(note)];
      meant.push(make("span", { className: "quiet note" }, ...words));
    }
    const isPlain = meant.length === 0;
    return {
      name: [make("span", { className: `part ${name}` }, name)],
      cells: [text ? shown(text) : quiet("empty"), isPlain ? quiet("the same") : meant],
      className: isPlain ? "plain" : "",
    };
  });
  table(byId("parts"), ["Part", "As written", "Decoded"], rows);
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

/* What is sent and what is shown; for text that is not an IRI, what a form would make of it. */
const showMainForms = ({ verdict, uri, display, repaired, repairedUri }) => {
  const entries = [];
  if (uri !== null) entries.push(entry("Sent as", uri, "in ASCII (the URI)"));
  if (repairedUri !== null && repairedUri !== repaired) {
    entries.push(entry("Sent as", repairedUri, "after the repair, in ASCII"));
  }
  // Only the addresses in a sentence are worth showing.
  if (uri !== null || repairedUri !== null || verdict.offers.length === 0) {
    entries.push(entry("Shown to people", display, "so that it does not mislead"));
  }
  fill(byId("main-forms"), ...entries.flat());
};

const showForms = ({ iri, normal, key }) => {
  const entries = [];
  if (iri !== null) entries.push(entry("Readable", iri, "percent-encoding decoded where that is safe"));
  if (normal !== null) entries.push(entry("Tidied", normal, "one spelling for all that mean the same"));
  if (key !== null) entries.push(entry("Key", key, "to find duplicates in a database"));
  fill(byId("forms"), ...entries.flat());
};

const TAKERS = {
  ANY: "Anything that follows the standard",
  LINK: "A link on a page",
  WEB: "A form for web pages",
  INTRANET: "A form inside a company",
  PUBLIC: "A program that fetches for others",
};

const showProfiles = ({ profiles, findings }) => {
  // The same words are not told twice.
  const told = new Set(findings.map((each) => each.sentence));
  const rows = profiles.map(({ name, error, cleaned }) => {
    const cell = [verdict(!error, error ? "refuses" : "takes it")];
    if (error) cell.push(" ", code(error));
    if (error && !told.has(error.sentence)) cell.push(sentence(error));
    told.add(error?.sentence);
    if (cleaned !== null) {
      const typed = [verdict(true, "takes it when typed"), ", as ", ...shown(cleaned)];
      cell.push(make("span", { className: "small note" }, ...typed));
    }
    return { name: [TAKERS[name], " ", make("code", {}, name)], cells: [cell] };
  });
  table(byId("profiles"), ["Profile", "Verdict"], rows);
};

const parsed = (text) => {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
};

/* The same, without what browsers leave and a URI cannot have. */
const encoded = (href) => href?.replace(/["<>[\\\]^`{|}]/g, encodeURIComponent);

/* What this browser reads, beside the URI of the core; null is a refusal. It adds slashes to an
 * address of the web without a host: that is another address.
 */
const relationOf = (ours, theirs) => {
  if (theirs === null) return "refused";
  if (ours === null) return "opened";
  if (encoded(theirs) === encoded(ours)) return "same";
  const hasHost = !/^https?:(?!\/\/[^/])/i.test(ours);
  return hasHost && encoded(theirs) === encoded(parsed(ours)) ? "spelled" : "different";
};

const showBrowser = (ours) => {
  const href = parsed(asked.text);
  const relation = relationOf(ours, href);
  const words = {
    same: "Your browser opens the same.",
    spelled: "Your browser opens the same, and spells it ",
    different: "Your browser opens another address: ",
    opened: "Your browser opens it nevertheless, as ",
    refused: "Your browser does not open it.",
  };
  const isNamed = href !== null && relation !== "same";
  byId("browser").dataset.relation = relation;
  fill(byId("browser"), words[relation], ...(isNamed ? shown(href) : []));
};

const showComparison = (comparison) => {
  const { kind, words, error } = comparison ?? { words: "" };
  const nodes = error ? [" ", sentence(error)] : [];
  fill(byId("compared"), ...(words ? [verdict(kind === "good", words), ...nodes] : []));
};
