// A NATS server with TLS and with the users and permissions of deploy/compose/nats.conf, by passwords
// or by files of credentials (JWT).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nkeys } from '@nats-io/transport-node';
import { assertPresent } from '@halyard/core/assertion';
import { findFreePort } from '../test-cluster.ts';

const COMPOSE = fileURLToPath(new URL('../../../../../deploy/compose/', import.meta.url));
const POLL_MS = 20;
const TRIES_MAX = 500;
const UNLIMITED = { subs: -1, data: -1, payload: -1 };

export const HAS_NATS_SERVER = spawnSync('nats-server', ['--version']).error === undefined;

export type NatsUser = 'edge' | 'engine' | 'market';
export type SignIn = 'passwords' | 'credentials';

export type SecuredNats = {
  /** The settings with which a program connects as a user. */
  settingsOf(user: NatsUser): Readonly<Record<string, string>>;
  /** What the server logged: violations of permissions among it. */
  log(): string;
  close(): Promise<void>;
};

type Permissions = { readonly publish: readonly string[]; readonly subscribe: readonly string[] };

export async function startSecuredNats(signIn: SignIn): Promise<SecuredNats> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-nats-'));
  execFileSync(join(COMPOSE, 'make-secrets.sh'), [folder]);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const port = await findFreePort();
  const whole = readFileSync(join(COMPOSE, 'nats.conf'), 'utf8');
  const users = readUsers(whole);
  // One server alone has no routes.
  const alone = whole
    .replace(/^cluster \{[\s\S]*/m, '')
    .replace(/^port: .*/m, `listen: "127.0.0.1:${port}"`)
    .replace(/^http: .*/m, '')
    .replaceAll('/run/secrets/nats.', join(folder, 'nats-1.'))
    .replaceAll('/run/secrets/', join(folder, '/'));
  const signed = signIn === 'credentials' ? signUsers(users) : undefined;
  const config =
    signed === undefined ? alone : alone.replace(/^authorization \{[\s\S]*?^\}/m, signed.config);
  writeFileSync(join(folder, 'nats.conf'), config);
  const log = join(folder, 'nats.log');
  const server = spawn('nats-server', ['--config', join(folder, 'nats.conf'), '--log', log], {
    env: {
      ...process.env,
      NATS_NAME: 'nats-1',
      NATS_EDGE_PASSWORD: read('nats_edge'),
      NATS_ENGINE_PASSWORD: read('nats_engine'),
      NATS_MARKET_PASSWORD: read('nats_market'),
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await untilListening(port);
  return {
    settingsOf: (user) => ({
      NATS_CA_FILE: join(folder, 'ca.crt'),
      NATS_PREFIX: 'halyard',
      ...(signed === undefined
        ? { NATS_URL: `tls://${user}:${read(`nats_${user}`)}@localhost:${port}` }
        : {
            NATS_URL: `tls://localhost:${port}`,
            // As readEnvironment leaves the content of a file.
            NATS_CREDENTIALS: assertPresent(signed.credentials.get(user), user).trim(),
          }),
    }),
    log: () => readFileSync(log, 'utf8'),
    close: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function readUsers(config: string): ReadonlyMap<string, Permissions> {
  const listOf = (text: string, name: string): readonly string[] =>
    [...(new RegExp(`${name}: \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      ([, subject = '']) => subject,
    );
  const parts = config.split(/^ +user: /m).slice(1);
  return new Map(
    parts.map((text) => [
      /^\w+/.exec(text)?.[0] ?? '',
      { publish: listOf(text, 'publish'), subscribe: listOf(text, 'subscribe') },
    ]),
  );
}

/** What `nsc` makes: an operator, an account, and credentials of each user. */
function signUsers(users: ReadonlyMap<string, Permissions>) {
  const [operator, account] = [nkeys.createOperator(), nkeys.createAccount()];
  const ofOperator = sign(operator, operator.getPublicKey(), { type: 'operator' });
  const ofAccount = sign(operator, account.getPublicKey(), {
    type: 'account',
    limits: { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  });
  const credentials = new Map(
    [...users].map(([name, { publish, subscribe }]) => {
      const key = nkeys.createUser();
      const permissions = { pub: { allow: publish }, sub: { allow: subscribe } };
      const jwt = sign(account, key.getPublicKey(), { type: 'user', ...permissions, ...UNLIMITED });
      const seed = Buffer.from(key.getSeed()).toString();
      return [
        name,
        `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n` +
          'NKEYs are sensitive and should be treated as secrets.\n\n' +
          `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
      ] as const;
    }),
  );
  const preload = `{ ${account.getPublicKey()}: ${ofAccount} }`;
  return {
    config: `operator: ${ofOperator}\nresolver: MEMORY\nresolver_preload: ${preload}`,
    credentials,
  };
}

function sign(signer: nkeys.KeyPair, subject: string, nats: object): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = [
    encode({ typ: 'JWT', alg: 'ed25519-nkey' }),
    encode({
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      iss: signer.getPublicKey(),
      name: 'halyard',
      sub: subject,
      nats: { ...nats, version: 2 },
    }),
  ].join('.');
  return `${signed}.${Buffer.from(signer.sign(Buffer.from(signed))).toString('base64url')}`;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(POLL_MS);
  }
  throw new Error('nats-server does not listen');
}
