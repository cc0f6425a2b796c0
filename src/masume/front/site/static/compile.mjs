// Compiles the Python files of a folder with an unpacked Pyodide.
//
//     node compile.mjs PYODIDE FOLDER

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/sources", folder);
// Unchecked hashes: the same sources give the same bytes, and the sources are not needed.
const isCompiled = python.runPython(`
import compileall
from py_compile import PycInvalidationMode
unchecked = PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("/sources", quiet=1, legacy=True, stripdir="/sources", invalidation_mode=unchecked)
`);
process.exit(isCompiled ? 0 : 1);
