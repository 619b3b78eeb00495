// Lighthouse for desktops on pages of the running program: the median of five runs of each page. It
// needs 150 MB of packages, so it has a folder and a lockfile of its own, which are installed on
// first use.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { percentile, type Report } from './report.ts';
import { withBrowser, type Site } from './web-browser.ts';

const FOLDER = join(import.meta.dirname, 'lighthouse');
const CLI = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const RUNS = 5;
/** On a busy machine the browser may not reply to Lighthouse in time. */
const FAILURES_MAX = 2;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const OUTPUT_BYTES_MAX = 64 * 1_024 * 1_024;
/** The paths at and below which pages require a signed-in customer. */
const PRIVATE_PATH = /^\/(platform|my-account|payment|transactions|referrals|notifications)\b/;

type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

export async function measureLighthouse(site: Site, paths: readonly string[], report: Report) {
  if (!existsSync(CLI)) await install(report);
  const medians: Record<string, unknown> = {};
  for (const path of paths) {
    const runs: Scores[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      report.say(`Lighthouse: ${path}, run ${run} of ${RUNS}`);
      runs.push(await runPatiently(site, path, report));
    }
    medians[path] = Object.fromEntries(
      CATEGORIES.map((name) => [
        name,
        percentile(
          Float64Array.from(runs, (one) => one[name]),
          0.5,
        ),
      ]),
    );
  }
  return medians;
}

async function install(report: Report): Promise<void> {
  report.say('Lighthouse: installing it (once)');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

async function runPatiently(site: Site, path: string, report: Report): Promise<Scores> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await runOnce(site, path);
    } catch (error) {
      if (failures === FAILURES_MAX) throw error;
      report.say(`Lighthouse: ${path} failed, and is run again`);
    }
  }
}

async function runOnce(site: Site, path: string): Promise<Scores> {
  const debuggingPort = await findFreePort();
  const visit = { isSignedIn: PRIVATE_PATH.test(path), debuggingPort };
  return await withBrowser(site, visit, async () => {
    const words = [
      `${site.url}${path}`,
      `--port=${debuggingPort}`,
      '--preset=desktop',
      `--only-categories=${CATEGORIES.join(',')}`,
      // Lighthouse must not clear the customer's session.
      '--disable-storage-reset',
      '--no-enable-error-reporting',
      '--output=json',
      '--quiet',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...words], {
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    const { categories } = JSON.parse(stdout) as {
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    };
    const scoreOf = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    };
  });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
