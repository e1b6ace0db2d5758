// Runs answers.py under Python as Pyodide brings it: node pyodide.mjs PYODIDE WORKER SOURCE IDNA WORK
// (folders: the npm package, the one of answers.py, of our package, of idna, of texts and answers).
// Nothing is fetched: the folders of this machine are those of its file system.
import { pathToFileURL } from "node:url";

const [pyodide, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
for (const [index, name] of ["/worker", "/source", "/idna", "/compared"].entries()) {
  python.FS.mkdirTree(name);
  python.mountNodeFS(name, folders[index]);
}
python.runPython(`
import runpy, sys

sys.dont_write_bytecode = True
sys.argv = ["answers.py", "/compared/texts.json", "/compared/pyodide.jsonl", "/source", "/idna"]
runpy.run_path("/worker/answers.py", run_name="__main__")
print(sys.version)
`);
