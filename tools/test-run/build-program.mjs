/**
 * Bundles the program and the operator's command into the folder of the first argument, for tests
 * that start them as processes: a bundle loads in less than half of the processor time of a thousand
 * source files (docs/decisions/0052).
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INPUTS = ['main', 'halyard'];
/** Packages with compiled code or threads of their own, which find their files beside themselves. */
const EXTERNAL = /^(?:node:|@node-rs\/argon2|pino(?:$|\/)|thread-stream)/;
/** Of `ws` and `pg`, which do without them. */
const ABSENT = /^(?:bufferutil|utf-8-validate|pg-native|pg-cloudflare)$/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the bundle.');
// Built apart: the command would load what it shares with the program from the program, and start that.
for (const name of INPUTS) {
  const bundle = await rolldown({
    input: `${ROOT}packages/server/src/${name}.ts`,
    platform: 'node',
    external: (id) => EXTERNAL.test(id) || ABSENT.test(id),
    plugins: [{ name: 'keep-places', transform: keepPlaces }],
  });
  await bundle.write({ dir: join(folder, name), format: 'esm', sourcemap: false, cleanDir: true });
  await bundle.close();
}

/**
 * A module finds its files, and the modules of its threads, where its source is.
 * @param {string} code @param {string} id the path of the source
 */
function keepPlaces(code, id) {
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
