/* The page: it asks the worker about the text that is typed, and keeps it in the link. */
import { byId, copy, count, fill, make, tellLive } from "./elements.js";
import { examples, size } from "./examples.js";
import { fragmentOf, stateOf } from "./link.js";
import { keepFiles } from "./offline.js";
import { keepSetting, setting } from "./settings.js";
import { direction, show, summary } from "./showing.js";

// The longest text, in UTF-16 code units.
const LONGEST = 20000;
// In milliseconds. The text is asked about this long after the last key.
const PAUSE = 60;
// The link is written this often at most, and a screen reader is told this long after the last key.
const QUIET = 700;
// The names of settings: one of the playground, one of the site.
const LANGUAGE = "iri3987-playground-language";
const THEME = "theme";

const text = byId("text");
const other = byId("other");
const results = document.querySelectorAll(".result");
let language = "";

// The worker gets one request at a time, and after it the newest one.

let worker = null;
let asked = 0;
let isBusy = true;
let waiting = null;

const start = () => {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    const { id, request, loaded, about, answer, failed } = data;
    if (loaded) tellLoaded(loaded);
    else if (about) begin(about);
    else if (id === undefined) fail(failed);
    else {
      send();
      if (id !== asked) return;
      if (failed) fail(failed);
      else showAnswer(request, answer);
    }
  };
  worker.onerror = (event) => fail(event.message || "its worker did not start");
};

const ask = (request) => {
  waiting = { id: asked, request };
  if (!isBusy) send();
};

const send = () => {
  isBusy = waiting !== null;
  if (isBusy) worker.postMessage(waiting);
  waiting = null;
};

const tellProgress = (sentence) => {
  byId("progress").hidden = sentence === null;
  fill(byId("progress"), sentence ?? "");
};

/* An example has its answer already; what is typed waits for Python. */
const tellLoaded = (loaded) => {
  const percent = Math.min(99, Math.floor((100 * loaded) / size));
  const parts = `${percent} % of ${count(Math.round(size / 1e6))} MB`;
  fill(byId("versions"), `Python is loading (${parts}): it`);
  if (waiting) tellProgress(`Python is loading: ${parts}. The answer comes then.`);
};

const setHidden = (isHidden) => results.forEach((each) => (each.hidden = isHidden));

const fail = (reason) => {
  setHidden(true);
  const sentence =
    `The playground could not do this (${reason}). Load the page again, or ask the package ` +
    "itself: iri3987 inspect TEXT.";
  tellProgress(sentence);
  tellLive(sentence);
};

const showAnswer = (request, answer) => {
  tellProgress(null);
  setHidden(false);
  try {
    show(request, answer, (offer) => {
      text.value = offer;
      changed();
      byId("verdict").focus();
    });
  } catch (error) {
    fail(error);
    return;
  }
  setBusy(false);
  tellLive(summary(answer), QUIET);
};

const begin = ({ languages, versions }) => {
  const options = languages.map((each) => {
    const lang = each.replace("_", "-");
    const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang);
    return make("option", { value: each, lang, dir: direction(lang) }, name);
  });
  fill(byId("language"), ...options);
  byId("language").disabled = false;
  setLanguage(language);
  fill(byId("versions"), `iri3987 ${versions.iri3987}, with idna ${versions.idna},`);
  // The tables are loaded before somebody asks.
  waiting ??= { id: -1, request: { text: "http://\u0440aypal.com/%C3%A9" } };
  if (text.value !== "" && !(language === "en" && known())) update();
  send();
  keepFiles((sentence) => fill(byId("offline"), sentence));
};

const isStarting = () => byId("language").disabled;

// The language of the errors and findings

const isKnown = (each) => [...byId("language").options].some(({ value }) => value === each);

const setLanguage = (each) => {
  const known = [each, language, setting(LANGUAGE), ofBrowser()].find(isKnown);
  language = byId("language").value = known;
};

const ofBrowser = () => {
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

// The link

const read = () => {
  const state = stateOf(location.hash.slice(1));
  if (!state) {
    writeLink();
    return;
  }
  say(null);
  for (const field of [text, other]) {
    const { name } = field;
    const { length } = (state[name] ??= "");
    field.value = length > LONGEST ? "" : state[name];
    if (length > LONGEST) refuse(length);
  }
  if (state.isDamaged) say("The link is damaged: the text is what is left of it.");
  if (isStarting()) language = state.language ?? "";
  else setLanguage(state.language);
  if (other.value) byId("comparison").open = true;
  update();
};

/* The address of the page with its state. */
const link = () => {
  const isUsual = !isStarting() && language === ofBrowser();
  const state = { text: text.value, other: other.value, language: isUsual ? "" : language };
  const fragment = fragmentOf(state);
  return location.href.replace(/#.*|$/, fragment && `#${fragment}`);
};

const writeLink = () => {
  try {
    history.replaceState(null, "", link());
  } catch {
    // Some browsers limit how often, or how long: the next change writes it again.
  }
};

/* Write the first change now, and those that follow at once later, together. */
let linking = 0;
const updateLink = () => {
  if (linking) return;
  writeLink();
  linking = setTimeout(() => {
    linking = 0;
    writeLink();
  }, QUIET);
};

// Asking

let pausing = 0;
const changed = () => {
  clearTimeout(pausing);
  say(null);
  forget();
  pausing = setTimeout(update, PAUSE);
  updateLink();
};

const setBusy = (isBusy) => results.forEach((each) => each.setAttribute("aria-busy", isBusy));

/* What is shown is about an older text, and so is an answer that is still to come. */
const forget = () => {
  asked += 1;
  waiting = null;
  setBusy(true);
};

const update = () => {
  clearTimeout(pausing);
  forget();
  fit(text);
  fit(other);
  noteExample();
  const example = known();
  if (text.value === "") {
    setHidden(true);
    tellProgress(null);
  } else if (example && (isStarting() || language === "en")) {
    showAnswer({ text: text.value, language: "en" }, example.answer);
  } else {
    ask({ text: text.value, other: other.value || null, language: language || "en" });
    if (isStarting()) tellProgress("Python is loading. The answer comes then.");
  }
};

/* Say something about the text, until it changes. */
const say = (sentence) => {
  byId("notice").hidden = sentence === null;
  fill(byId("notice"), sentence ?? "");
  if (sentence) tellLive(sentence);
};

/* A megabyte without a space would freeze the field itself, so it is not put in. */
const refuse = (length) =>
  say(
    `That text has ${count(length)} characters, and the playground takes ${count(LONGEST)} ` +
      "at most: it was not put in.",
  );

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

// Examples

/* The example that is in the fields. */
const known = () =>
  examples.find((each) => each.text === text.value && (each.other ?? "") === other.value);

const noteExample = () => {
  const example = known();
  byId("see").hidden = !example;
  fill(byId("see"), example?.see ?? "");
  for (const each of byId("examples").querySelectorAll("a")) {
    if (example?.name === each.textContent) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
};

const showExamples = () => {
  const items = examples.map(({ name, text: value, other: second }) => {
    const href = `#${fragmentOf({ text: value, other: second })}`;
    return make("li", {}, make("a", { href }, make("bdi", {}, name)));
  });
  fill(byId("examples"), ...items);
};

// Events and the start

for (const field of [text, other]) {
  field.addEventListener("beforeinput", guard);
  field.addEventListener("input", changed);
}
// A visitor without a link sees an example, which the first paste replaces.
let offered = null;
text.addEventListener("focus", () => {
  if (text.value === offered) text.select();
  offered = null;
});
// Line breaks are for pasted text.
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
});
byId("comparison").addEventListener("toggle", () => fit(other));
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("clear").addEventListener("click", () => {
  text.value = other.value = "";
  say(null);
  update();
  writeLink();
  text.focus();
});
byId("link").addEventListener("click", (event) => {
  writeLink();
  copy(event.currentTarget, link());
});
byId("language").addEventListener("change", (event) => {
  setLanguage(event.target.value);
  keepSetting(LANGUAGE, language);
  update();
  writeLink();
});
// What was typed last is in the history, too.
byId("examples").addEventListener("click", writeLink);
addEventListener("beforeunload", writeLink);
addEventListener("resize", () => [text, other].forEach(fit));
addEventListener("hashchange", read);

document.documentElement.dataset.theme = setting(THEME) ?? "auto";
showExamples();
// What was typed while the scripts were loading stays.
if (text.value !== "") changed();
else if (location.hash || document.activeElement === text) read();
else {
  offered = text.value = examples[0].text;
  update();
}
// The first answer is on the screen before anything large is loaded.
requestAnimationFrame(() => setTimeout(start));
