/* Runs the core: Python, as Pyodide brings it, in a thread of its own. It answers one message after
 * another with {id, request, answer, browser}. Before that, it says {progress}, then {about}; if
 * something fails, {failed}.
 */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const beside = (path) => new URL(path, import.meta.url).href;

const load = async (path) => {
  const response = await fetch(beside(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
};

/* Load Pyodide. It only writes a warning and waits for ever if its largest file does not arrive: then
 * this fails.
 */
const loadEngine = () =>
  new Promise((resolve, reject) => {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = (...given) => {
      const instance = instantiateStreaming(...given);
      instance.catch(reject);
      return instance;
    };
    loadPyodide({ indexURL: beside("pyodide/") }).then(resolve, reject);
  });

const start = async () => {
  postMessage({ progress: "Loading Python (up to 14 MB, kept for the next visit)" });
  const [python, packages] = await Promise.all([loadEngine(), load("python.zip")]);
  python.unpackArchive(packages, "zip", { extractDir: "/playground" });
  python.runPython("import sys; sys.path.insert(0, '/playground')");
  const playground = python.pyimport("playground");
  postMessage({ about: JSON.parse(playground.about()) });
  return playground;
};

/* What the browser itself makes of a text. */
const parsed = (text) => {
  try {
    return { href: new URL(text).href };
  } catch (error) {
    return { error: error.message };
  }
};

/* The message of an error. That of Python has its traceback above the last line. */
const reason = (error) => String(error.message ?? error).trim().split("\n").at(-1);

const started = start();
started.catch((error) => postMessage({ failed: reason(error) }));

onmessage = async ({ data: { id, request } }) => {
  const playground = await started;
  try {
    const browser = parsed(request.text);
    const answer = JSON.parse(playground.answer(JSON.stringify({ ...request, browser })));
    postMessage({ id, request, answer, browser });
  } catch (error) {
    postMessage({ id, failed: reason(error) });
  }
};
