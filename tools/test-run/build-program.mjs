/**
 * Bundles the program and the operator's command for tests that start them as processes: a
 * bundle loads in less than half of the processor time of a thousand source files
 * (docs/decisions/0052).
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INPUTS = ['main', 'halyard'];
/** Packages with compiled code or threads of their own, which find their files beside themselves. */
const EXTERNAL = /^(?:node:|@node-rs\/argon2|pino(?:$|\/)|thread-stream)/;
/** Optional dependencies of `ws` and `pg`. */
const ABSENT = /^(?:bufferutil|utf-8-validate|pg-native|pg-cloudflare)$/;

/** How a module names that of a thread. */
const THREAD_MODULE = /new URL\('\.\/([a-z-]+)\.ts', import\.meta\.url\)/g;

const [folder = join(ROOT, '.cache/test-program')] = process.argv.slice(2);
const threads = pathToFileURL(join(folder, 'threads/'));
/** The sources of threads, found while the program is built. @type {Map<string, string>} */
const threadModules = new Map();
// The command is built apart: it would load what it shares with the program from the program, and
// start that.
for (const name of INPUTS) await build(name, { [name]: `${ROOT}packages/server/src/${name}.ts` });
await build('threads', Object.fromEntries(threadModules));

/** @param {string} name of the folder @param {Record<string, string>} input */
async function build(name, input) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => EXTERNAL.test(id) || ABSENT.test(id),
    plugins: [{ name: 'keep-places', transform: keepPlaces }],
  });
  await bundle.write({
    dir: join(folder, name),
    entryFileNames: '[name].js',
    format: 'esm',
    sourcemap: false,
    cleanDir: true,
  });
  await bundle.close();
}

/**
 * A module finds its files where its source is, and the modules of its threads in the bundle.
 * @param {string} source @param {string} id the path of the source
 */
function keepPlaces(source, id) {
  const code = source.replaceAll(THREAD_MODULE, (_whole, /** @type {string} */ name) => {
    threadModules.set(name, join(dirname(id), `${name}.ts`));
    return `new URL(${JSON.stringify(`${threads.href}${name}.js`)})`;
  });
  const isPackage = id.includes('/node_modules/');
  const places = {
    'import.meta.url': pathToFileURL(id).href,
    ...(isPackage ? { __dirname: dirname(id), __filename: id } : {}),
  };
  return Object.entries(places).reduce(
    (text, [name, place]) =>
      text.replaceAll(new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`, 'g'), () =>
        JSON.stringify(place),
      ),
    code,
  );
}
