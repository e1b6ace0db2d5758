/* The page: it asks the worker about the text that is typed, and keeps it in the link. */
import { byId, copy, count, fill, make, tellLive } from "./elements.js";
import { decode, encode } from "./link.js";
import { direction, show } from "./showing.js";

// The longest text, in UTF-16 code units.
const LONGEST = 65536;
// In milliseconds, after the last key. The link changes, and a screen reader is told, later.
const PAUSE = 60;
const QUIET = 700;

const text = byId("text");
const other = byId("other");
let language = "";

// The worker gets one request at a time, and after it the newest one.

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
    else if (data.id === asked) showAnswer(data);
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
    `The playground could not do this (${reason}). Load the page again, or ask the package ` +
      "itself: python -m iri3987 inspect TEXT.",
  );
};

const showAnswer = (data) => {
  tellProgress(null);
  byId("results").hidden = false;
  show(data);
  byId("results").setAttribute("aria-busy", "false");
  const found = data.answer.findings.length;
  const findings = `${count(found)} finding${found === 1 ? "" : "s"}`;
  tellLive(`${byId("verdict").textContent} ${findings}.`, QUIET);
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
  waiting ??= { id: -1, request: { text: "http://\u0440aypal.com/%C3%A9", language } };
  fill(byId("versions"), `iri3987 ${versions.iri3987}, with idna ${versions.idna},`);
  keep();
};

// The state is in the fragment of the page's own address: #text=...&other=...&language=...

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
    // The catalogue of Chinese is not for readers of traditional characters.
    const isOther = /^zh-(?:hant|hk|mo|tw)\b/i.test(tag);
    const related = known.find((each) => each.split("_")[0] === tag.split("-")[0]);
    if (found ?? related) return found ?? (isOther ? "en" : related);
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
    `That text has ${count(length)} characters, and the playground takes ${count(LONGEST)} ` +
    "at most: it was not put in.";
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
  field.style.height = `${Math.min(field.scrollHeight + 4, 240)}px`;
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
  if (!location.hash && text.value === "") beginWith(examples[1]);
  const items = examples.map(({ name, text: value, other: second, see }) => {
    const href = `#text=${encode(value)}${second ? `&other=${encode(second)}` : ""}`;
    return make("li", {}, make("a", { href, title: see }, make("bdi", {}, name)));
  });
  fill(byId("examples"), ...items);
  noteExample();
};

/* A visitor without a link sees an example, which the first paste replaces. */
const beginWith = (example) => {
  text.value = example.text;
  text.addEventListener("focus", () => text.select(), { once: true });
  update();
};

/* After the first visit, the files are here. */
const keep = async () => {
  const sentence = byId("offline");
  if (!navigator.serviceWorker) {
    fill(sentence, "It needs a network each time, because it is not served securely.");
    return;
  }
  try {
    await navigator.serviceWorker.register("service-worker.js");
    await navigator.serviceWorker.ready;
    fill(sentence, "It works without a network from now on.");
  } catch {
    fill(sentence, "It needs a network each time, because the browser keeps no files for it.");
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
byId("comparison").addEventListener("toggle", () => fit(other));
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
