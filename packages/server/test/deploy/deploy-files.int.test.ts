// The files under deploy/, read by the programs that they are for where these are installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SECRET_FILE_NAMES } from '#config/secret-files.ts';
import { SETTING_NAMES } from '#settings.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
/** What `read-upload.ts` takes of one upload. */
const UPLOAD_MB = 16;
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

function isInstalled(program: string, arg: string): boolean {
  return spawnSync(program, [arg]).error === undefined;
}

const hasNginx = isInstalled('nginx', '-v');
const hasCaddy = isInstalled('caddy', 'version');
const hasSystemd = isInstalled('systemd-analyze', '--version');

/** A test that needs a program of the system says so where it is absent. */
function titled(title: string, isThere: boolean): string {
  return isThere ? title : `${title}: SKIPPED, it is not installed`;
}

describe('proxies', () => {
  it.each([
    ['caddy/Caddyfile', /max_size (\d+)MB/],
    ['nginx/halyard.conf', /client_max_body_size (\d+)m;/],
    ['helm/halyard/templates/ingress.yaml', /proxy-body-size: (\d+)m/],
  ])('%s lets the largest upload through', (name, pattern) => {
    expect(Number(pattern.exec(read(name))?.[1])).toBeGreaterThan(UPLOAD_MB);
  });

  it.skipIf(!hasNginx)(titled('nginx reads its example', hasNginx), () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-nginx-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=test'];
    execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const site = read('nginx/halyard.conf')
      .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${cert};`)
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
      .replaceAll('/var/log/nginx', folder);
    const main = `pid ${folder}/pid; error_log stderr; events {} http { ${site} }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });

  it.skipIf(!hasCaddy)(titled('Caddy reads its example', hasCaddy), () => {
    const args = [
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      join(DEPLOY, 'caddy/Caddyfile'),
    ];
    const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
});

describe('services', () => {
  const unit = 'systemd reads the unit without a complaint';
  it.skipIf(!hasSystemd)(titled(unit, hasSystemd), () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-unit-'));
    const path = join(folder, 'halyard-example.service');
    // It must be there to be verified.
    writeFileSync(
      path,
      read('systemd/halyard.service').replace('/opt/halyard/bin/node', '/bin/sh'),
    );
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('halyard-example'))).toEqual([]);
    expect(status).toBe(0);
  });

  it.each(['compose.yaml', 'systemd/halyard.service', 'helm/halyard/values.yaml'])(
    '%s sets only settings that exist',
    (name) => {
      const known = [...SETTING_NAMES, ...SECRET_FILE_NAMES];
      const text = read(name);
      const ofHalyard =
        name === 'compose.yaml'
          ? (/\n {2}halyard:\n[\s\S]*?\n {2}postgres:/.exec(text)?.[0] ?? '')
          : text;
      const names = [...ofHalyard.matchAll(/(?:^ +|Environment=)([A-Z][A-Z_]+)[:=]/gm)].map(
        ([, found]) => found ?? '',
      );
      expect(names.length).toBeGreaterThan(1);
      expect(names.filter((found) => !known.includes(found))).toEqual([]);
    },
  );

  it.each(['build-root.sh', 'try-root.sh'])('%s is a script that a shell reads', (name) => {
    expect(spawnSync('sh', ['-n', join(DEPLOY, name)]).status).toBe(0);
  });
});
