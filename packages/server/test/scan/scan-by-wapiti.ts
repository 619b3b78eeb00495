// wapiti on the pages and on every address that takes a query.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Scan } from './finding.ts';
import { runTool } from './run-tool.ts';
import type { WeakSite } from './weak-site.ts';

const SCAN_MAX_S = 120;
const ATTACK_MAX_S = 120;
const RUN_MAX_MS = 3_600_000;
const LINKS_MAX = 60;
/** All that need no other host and no downloaded list. */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';
const OPTIONS =
  '--scope domain -d 3 --verify-ssl 0 --flush-session --no-bugreport -t 10 -v 1 -f json'.split(' ');

type Report = Readonly<
  Record<'vulnerabilities' | 'anomalies', Readonly<Record<string, readonly Found[]>>>
>;
type Found = { readonly method: string; readonly path: string; readonly info: string };

type Options = {
  readonly url: string;
  /** Paths, with their queries, at which the crawl begins. */
  readonly paths: readonly string[];
  readonly weak: WeakSite;
  readonly folder: string;
};

export async function scanByWapiti({ url, paths, weak, folder }: Options): Promise<Scan> {
  const proof = await wapiti({ start: [weak.pageUrl], modules: 'xss', folder, name: 'proof' });
  if (proof === undefined) return { kind: 'not-run', reason: 'wapiti is not installed' };
  if (typeof proof === 'string') return { kind: 'not-run', reason: proof };
  if (!proof.some(({ text }) => /XSS/i.test(text))) {
    return { kind: 'not-run', reason: 'wapiti does not find the injection that is there' };
  }
  const start = [`${url}/`, ...paths.map((path) => `${url}${path}`)];
  const found = await wapiti({ start, modules: MODULES, folder, name: 'site' });
  if (found === undefined) return { kind: 'not-run', reason: 'wapiti is not installed' };
  if (typeof found === 'string') return { kind: 'not-run', reason: found };
  const checked = `${start.length} addresses and what they link to, ${MODULES.split(',').length} modules`;
  return { kind: 'ran', findings: found, checked };
}

/** Returns findings, the reason why there is no report, or undefined if it is not installed. */
async function wapiti(options: {
  readonly start: readonly string[];
  readonly modules: string;
  readonly folder: string;
  readonly name: string;
}): Promise<readonly Finding[] | string | undefined> {
  const { start, modules, folder, name } = options;
  const report = join(folder, `wapiti-${name}.json`);
  const [first = '', ...others] = start;
  const bounds = {
    '-m': modules,
    '--max-links-per-page': String(LINKS_MAX),
    '--max-scan-time': String(SCAN_MAX_S),
    '--max-attack-time': String(ATTACK_MAX_S),
    '--store-session': join(folder, `wapiti-${name}`),
    '-o': report,
  };
  const begin = ['-u', first, ...others.flatMap((address) => ['-s', address])];
  const words = [...begin, ...OPTIONS, ...Object.entries(bounds).flat()];
  const run = await runTool('wapiti', words, { timeoutMs: RUN_MAX_MS, folder });
  if (run.kind === 'missing') return undefined;
  if (run.kind === 'too-long') return `wapiti did not end within ${RUN_MAX_MS} ms`;
  let read: Report;
  try {
    read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    return `wapiti made no report: ${run.output.slice(-500)}`;
  }
  return [...Object.entries(read.vulnerabilities), ...Object.entries(read.anomalies)].flatMap(
    ([kind, found]) =>
      found.map(({ method, path, info }): Finding => ({
        tool: 'wapiti',
        kind,
        where: `${method} ${path}`,
        text: info,
      })),
  );
}
