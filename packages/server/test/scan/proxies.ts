// The proxy examples of deploy/ with TLS on a port of this machine.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../support/test-cluster.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const READY_WITHIN_MS = 20_000;
const POLL_MS = 100;

export type Proxy = {
  readonly name: 'nginx' | 'caddy';
  /** Undefined if the program is not installed. */
  readonly run: { stop(): Promise<void> } | undefined;
};

type Site = { readonly port: number; readonly upstream: string; readonly folder: string };

/** Starts nginx with deploy/nginx/halyard.conf; host, port, certificate and log are replaced. */
export async function startNginx({ port, upstream, folder }: Site): Promise<Proxy> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const request = '-x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...request.split(' '), ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const site = readFileSync(`${DEPLOY}nginx/halyard.conf`, 'utf8')
    .replace('server 127.0.0.1:3000;', `server ${upstream};`)
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('trade.example.com;', 'localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // Its workers must read the folder, which belongs to this user.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} pid ${folder}/pid; error_log stderr; events {} http { ${temporary} ${site} }`,
  );
  const words = ['-c', join(folder, 'nginx.conf'), '-p', folder];
  return { name: 'nginx', run: await start('nginx', words, { port, folder }) };
}

/** Starts Caddy with deploy/caddy/Caddyfile; its own authority signs the certificate. */
export async function startCaddy({ port, upstream, folder }: Site): Promise<Proxy> {
  // The authority must not enter the machine's list of trusted ones.
  const options = `{\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\n`;
  const example = readFileSync(`${DEPLOY}caddy/Caddyfile`, 'utf8');
  writeFileSync(join(folder, 'Caddyfile'), `${options}${example}`);
  const words = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const environment = {
    SITE_ADDRESS: `https://localhost:${port}`,
    HALYARD_ADDRESS: upstream,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  return { name: 'caddy', run: await start('caddy', words, { port, folder, environment }) };
}

async function start(
  program: string,
  words: readonly string[],
  options: {
    readonly port: number;
    readonly folder: string;
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<{ stop(): Promise<void> } | undefined> {
  const { port, folder, environment } = options;
  const child = spawn(program, [...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const ended = new Promise<'ended' | 'missing'>((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', () => resolve('missing'));
  });
  const state = await Promise.race([ended, untilListening(port)]);
  if (state === 'missing') return undefined;
  if (state !== 'listening') {
    child.kill('SIGKILL');
    throw new Error(`${program} did not start:\n${output}`);
  }
  return {
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

async function untilListening(port: number): Promise<'listening' | 'silent'> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return 'listening';
    await sleep(POLL_MS);
  }
  return 'silent';
}
