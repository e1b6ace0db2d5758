/* Runs the core: Python, as Pyodide brings it, in a thread of its own. It answers one message after
 * another with {id, request, answer}. Before that, it says {loaded} in bytes, then {about}; if
 * something fails, {failed}.
 */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const beside = (path) => new URL(path, import.meta.url).href;

let loaded = 0;
const fetchSilently = self.fetch;

/* All that is loaded is counted. Pyodide only writes a warning and waits for ever if its largest
 * file does not arrive: then this says so.
 */
self.fetch = async (...given) => {
  const response = await fetchSilently(...given);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.length;
      postMessage({ loaded });
      controller.enqueue(chunk);
    },
  });
  const { headers } = response;
  return new Response(response.body.pipeThrough(counter), { headers });
};

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
  const archive = fetch(beside("python.zip")).then((response) => response.arrayBuffer());
  const [python, packages] = await Promise.all([loadEngine(), archive]);
  python.unpackArchive(packages, "zip", { extractDir: "/playground" });
  python.runPython("import sys; sys.path.insert(0, '/playground')");
  const playground = python.pyimport("playground");
  postMessage({ about: JSON.parse(playground.about()) });
  return playground;
};

/* The message of an error. That of Python has its traceback above the last line. */
const reason = (error) => String(error.message ?? error).trim().split("\n").at(-1);

const started = start();
started.catch((error) => postMessage({ failed: reason(error) }));

onmessage = async ({ data: { id, request } }) => {
  const playground = await started;
  try {
    const answer = JSON.parse(playground.answer(JSON.stringify(request)));
    postMessage({ id, request, answer });
  } catch (error) {
    postMessage({ id, failed: reason(error) });
  }
};
