// The scanners of the system against a program behind the proxy examples. What they find is mended,
// or explained in ../scan/explanations.ts; anything else fails. What isn't installed counts as not run,
// and fails as well.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKey } from '../public-api/api-client.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { signInStaff } from '../support/staff.ts';
import { signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { findFreePort, startTestCluster } from '../support/test-cluster.ts';
import { createDatabaseIn } from './database-in.ts';
import { createEvidence, print, type Evidence } from './evidence.ts';
import { EXPLANATIONS } from '../scan/explanations.ts';
import { explain, TOOLS, type Finding, type Scan, type Tool } from '../scan/finding.ts';
import { startCaddy, startNginx, type Proxy } from '../scan/proxies.ts';
import { scanBySqlmap } from '../scan/scan-by-sqlmap.ts';
import { scanByTestssl } from '../scan/scan-by-testssl.ts';
import { scanByWapiti } from '../scan/scan-by-wapiti.ts';
import { scanForAdvisories, scanForSecrets } from '../scan/scan-sources.ts';
import { listTargets, type ScanTarget } from '../scan/scan-targets.ts';
import { startWeakSite, type WeakSite } from '../scan/weak-site.ts';

/** Pages of each kind; their links lead to the others. */
const PAGES = ['/login', '/register', '/contact', '/developers', '/backoffice', '/sitemap.xml'];

type Tally = { unexplained: number; readonly notRun: string[]; readonly used: Set<string> };

/**
 * True when every scanner ran and everything that it found is explained; advisories that can't be
 * reached are only named.
 */
export async function soakScan(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string' },
      targets: { type: 'string', default: '' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const isWhole = values.only === undefined && values.targets === '';
  const evidence = createEvidence({ soak: 'scan' }, isWhole && !values['no-evidence']);
  const isWanted = (tool: Tool): boolean => values.only === undefined || values.only === tool;
  const tally: Tally = { unexplained: 0, notRun: [], used: new Set() };
  const note = (tool: Tool, scan: Scan): void => report(evidence, tally, { tool, scan });
  if (isWanted('secrets')) note('secrets', await scanForSecrets());
  if (isWanted('advisories')) note('advisories', await scanForAdvisories());
  if (TOOLS.slice(0, 3).some(isWanted)) {
    await withSite(async (site) => {
      if (isWanted('testssl')) await scanProxies(site, note);
      if (isWanted('wapiti')) note('wapiti', await scanPages(site));
      const targets = site.targets.filter(({ name }) => name.includes(values.targets));
      const { url, weak, folder } = site;
      const options = { url, targets, weak, folder, progress: print };
      if (isWanted('sqlmap')) note('sqlmap', await scanBySqlmap(options));
    });
  }
  const stale = isWhole ? EXPLANATIONS.filter(({ reason }) => !tally.used.has(reason)) : [];
  for (const { tool, kind } of stale) evidence.say(`explains nothing: ${tool} ${String(kind)}`);
  const { unexplained, notRun } = tally;
  evidence.finish({ unexplained, notRun, explanations: EXPLANATIONS.length });
  // The advisories are asked for where they can be reached; a release is held against them as well.
  return unexplained === 0 && notRun.every((tool) => tool === 'advisories');
}

/** Prints what came of a scan: each kind of finding once, with its reason. */
function report(
  evidence: Evidence,
  tally: Tally,
  { tool, scan }: { readonly tool: Tool; readonly scan: Scan },
): void {
  if (scan.kind === 'not-run') {
    tally.notRun.push(tool);
    evidence.say(`!! NOT RUN: ${tool}: ${scan.reason}`);
    return;
  }
  evidence.say(`${tool}: ${scan.checked}: ${scan.findings.length} findings`);
  const explained = new Map<string, Finding[]>();
  for (const finding of scan.findings) {
    const reason = explain(finding, EXPLANATIONS);
    if (reason === undefined) {
      tally.unexplained += 1;
      evidence.say(`  UNEXPLAINED ${finding.kind}: ${finding.where}: ${finding.text}`);
    } else {
      tally.used.add(reason);
      explained.set(reason, [...(explained.get(reason) ?? []), finding]);
    }
  }
  for (const [reason, findings] of explained) {
    const kinds = [...new Set(findings.map(({ kind }) => kind))].join(', ');
    evidence.say(`  ${kinds} (${findings.length}): ${reason}`);
  }
}

type Site = {
  /** Of nginx, or of the program itself if nginx is not installed. */
  readonly url: string;
  readonly proxies: readonly { readonly proxy: Proxy; readonly port: number }[];
  readonly targets: readonly ScanTarget[];
  readonly weak: WeakSite;
  readonly folder: string;
};

/** Starts the program on a database of its own, both proxies before it, and the weak site. */
async function withSite(use: (site: Site) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-scan-'));
  const cluster = await startTestCluster();
  const closing: (() => Promise<void>)[] = [];
  try {
    const ports = [await findFreePort(), await findFreePort()] as const;
    const server = await startServer({
      database: await createDatabaseIn(cluster.url, 'scanned'),
      environment: {
        ...stagePrices(folder),
        PUBLIC_URL: `https://localhost:${ports[0]}`,
        TRUST_PROXY: '127.0.0.1/32',
      },
      logLevel: 'error',
    });
    closing.push(async () => await server.stop());
    const weak = await startWeakSite(cluster.url);
    closing.push(async () => await weak.stop());
    const upstream = new URL(server.url).host;
    const proxies = [];
    for (const [index, start] of [startNginx, startCaddy].entries()) {
      const own = join(folder, start.name);
      mkdirSync(own);
      const port = ports[index] ?? 0;
      const proxy = await start({ port, upstream, folder: own });
      if (proxy.run !== undefined) closing.push(proxy.run.stop);
      proxies.push({ proxy, port });
    }
    const hasNginx = proxies[0]?.proxy.run !== undefined;
    const url = hasNginx ? `https://localhost:${ports[0]}` : server.url;
    await use({ url, proxies, targets: await prepareTargets(server), weak, folder });
  } finally {
    for (const close of closing.toReversed()) await close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A customer with a position and a key, and a member of staff who sees every list. */
async function prepareTargets(server: TestServer): Promise<readonly ScanTarget[]> {
  const session = await signUpTrader(server, 'scanned@example.com', '60000');
  const { key } = await createKey(server, session.access_token);
  const { token } = await signInStaff(server, 'scanned@staff.example', 'admin', 'content');
  return listTargets({ staff: token, apiKey: key, account: String(session.user.id) });
}

async function scanProxies(
  { proxies, folder }: Site,
  note: (tool: Tool, scan: Scan) => void,
): Promise<void> {
  for (const { proxy, port } of proxies) {
    const scan: Scan =
      proxy.run === undefined
        ? { kind: 'not-run', reason: `${proxy.name} is not installed` }
        : await scanByTestssl({ proxy: proxy.name, port, folder });
    note('testssl', scan);
  }
}

async function scanPages({ url, targets, weak, folder }: Site): Promise<Scan> {
  const asked = targets
    .filter(({ name, token }) => name.startsWith('GET') && token === undefined)
    .map(({ path }) => path.replaceAll('*', ''));
  return await scanByWapiti({ url, paths: [...PAGES, ...asked], weak, folder });
}
