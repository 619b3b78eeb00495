/** Finds a Chromium for the end-to-end tests, or installs one. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from './children.mjs';
import { sayWhile } from './progress.mjs';

/** Chromium's headless shell, in which a journey uses a quarter less processor time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium that starts. Throws with a message for the user if there is none.
 * @param {string} root of the checkout, installed
 * @param {string} node the Node that runs the product
 */
export async function requireChromium(root, node) {
  const find = async () => findChromium(process.env, await playwrightPath(root), starts);
  const found = await find();
  if (found !== undefined) return found;
  /** @type {string[]} */
  const failures = [];
  for (const { what, run } of installers(root, node)) {
    const { code, output } = await sayWhile(what, run);
    const installed = await find();
    if (installed !== undefined) return installed;
    failures.push(`${what}: exit code ${code}\n${output.trim().split('\n').slice(-5).join('\n')}`);
  }
  throw new Error(
    `No Chromium was found and none could be installed. Install one, or set CHROME_PATH to it.\n${failures.join('\n')}`,
  );
}

/**
 * Tries CHROME_PATH, then the system's browsers, then Playwright's own. A CHROME_PATH that does not
 * start is an error, because it was set explicitly.
 * @param {NodeJS.ProcessEnv} env
 * @param {string | undefined} playwright where Playwright keeps its own
 * @param {(path: string) => Promise<boolean>} isUsable
 * @returns {Promise<string | undefined>}
 */
export async function findChromium(env, playwright, isUsable) {
  const asked = env['CHROME_PATH'];
  if (asked !== undefined && asked !== '') {
    if (await isUsable(asked)) return asked;
    throw new Error(`CHROME_PATH is ${asked}, which does not start. Correct it or unset it.`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [...onPath, ...MAC_APPS, ...(playwright === undefined ? [] : [playwright])];
  for (const path of candidates) {
    if (await isUsable(path)) return path;
  }
  return undefined;
}

/**
 * A launcher that is installed may still not start, such as Ubuntu's without snap.
 * @param {string} path
 */
async function starts(path) {
  if (!existsSync(path)) return false;
  return (await runToEnd(path, ['--version'], { cwd: '/' })).code === 0;
}

/** @param {string} root */
async function playwrightPath(root) {
  const entry = pathToFileURL(join(root, 'node_modules/playwright-core/index.mjs'));
  const playwright = /** @type {{ chromium: { executablePath: () => string | undefined } }} */ (
    await import(entry.href)
  );
  return playwright.chromium.executablePath();
}

/** @param {string} root @param {string} node */
function installers(root, node) {
  const isRoot = process.getuid?.() === 0;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt =
    'apt-get update -q && apt-get install -y -q --no-install-recommends chromium-headless-shell';
  const playwright = [
    join(root, 'node_modules/playwright/cli.js'),
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ];
  return [
    ...(isRoot && existsSync('/etc/debian_version')
      ? [
          {
            what: 'Installing Chromium with apt-get',
            run: () => runToEnd('sh', ['-c', apt], { cwd: '/', env }),
          },
        ]
      : []),
    {
      what: 'Installing Chromium with Playwright (about 200 MB)',
      run: () => runToEnd(node, playwright, { cwd: root, env }),
    },
  ];
}
