// A table that is wider than its place is reached with the keyboard, so that it can be scrolled.
const tables = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".table-wrapper")) tables.observe(table);

// The line of the first page. Its examples have their answers; Python is loaded for another text.
const line = document.querySelector(".try");
const texts = line && line.querySelector("input");
const answer = line && line.querySelector("[role=status]");
let python = null;
let asked = 0;

const tell = (words, kind) => {
  answer.textContent = words;
  answer.dataset.kind = kind;
};

const start = () => {
  python = new Worker("playground/worker.js", { type: "module" });
  const fail = () => tell("Python could not be loaded here. Try the playground.", "");
  python.onerror = fail;
  python.onmessage = ({ data: { id, answer: found, failed, loaded } }) => {
    if (failed) fail();
    else if (loaded && asked > 0 && answer.dataset.kind === "waits") {
      tell(`Loading Python (${Math.round(loaded / 1e6)} MB) to answer here ...`, "waits");
    } else if (id !== undefined && id === asked) tell(found.form.words, found.form.kind);
  };
};

const ask = () => {
  const text = texts.value;
  const known = [...line.querySelectorAll("[data-words]")].find((each) => each.textContent === text);
  asked += 1;
  if (known) tell(known.dataset.words, known.dataset.kind);
  else if (text === "") tell("", "");
  else {
    if (!python) start();
    tell("Loading Python to answer here ...", "waits");
    python.postMessage({ id: asked, request: { text } });
  }
};

if (line) {
  texts.addEventListener("input", ask);
  for (const each of line.querySelectorAll("[data-words]")) {
    each.addEventListener("click", () => {
      texts.value = each.textContent;
      ask();
    });
  }
  line.addEventListener("submit", (event) => {
    event.preventDefault();
    location.href = `${line.action}#text=${encodeURIComponent(texts.value)}`;
  });
}
