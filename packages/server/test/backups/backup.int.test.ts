// A backup of the live server on its embedded database while it is traded on, restored onto another
// embedded one and onto a PostgreSQL.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@halyard/contract/accounts';
import type { Position } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_EXTENDED } from '../support/extended.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import {
  callRunning,
  runOperatorCommand,
  startServerProcess,
  type ServerEnvironment,
  type ServerProcess,
} from '../support/server-process.ts';
import { SIGN_UP } from '../support/start-server.ts';
import {
  createTradingClient,
  dataOf,
  signUp,
  watchPrices,
  type TradingClient,
} from '../support/trading-client.ts';
import { jpeg } from '../documents/sample-files.ts';

const PASSPHRASE = { HALYARD_BACKUP_PASSPHRASE: 'the sea is calm tonight' };
const { password } = SIGN_UP;
const EMAIL = 'saved@example.com';
const STEP_MS = 30_000;
const CREDIT_EVERY_MS = 100;
const LOAD_WITHIN_MS = MINUTE_MS;
const LONG_MS = 300_000;

type Load = {
  /** Ids of positions whose opening and closing were acknowledged. */
  readonly closed: readonly number[];
  readonly credits: () => number;
  end(): Promise<void>;
};

describe('a backup', () => {
  let folder: string;
  let source: ServerProcess | undefined;
  let environment: ServerEnvironment;
  const url = (): string => source?.url ?? expect.fail('the server does not run');
  const file = (): string => join(folder, 'halyard.backup');
  const dataDir = (): string => join(folder, 'source');
  const command = async (where: ServerEnvironment, ...words: readonly string[]) =>
    await runOperatorCommand({ ...where, ...PASSPHRASE }, words);
  const done = async (where: ServerEnvironment, ...words: readonly string[]): Promise<string> => {
    const { code, output } = await command(where, ...words);
    expect({ code, output }).toMatchObject({ code: 0 });
    return output;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-backup-'));
    environment = { DATA_DIR: dataDir(), DEMO: '0' };
    source = await startServerProcess(environment);
  }, LONG_MS);
  afterAll(async () => {
    await source?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const customer = async (): Promise<{ client: TradingClient; secret: string }> => {
    const session = await signUp(url(), { email: EMAIL, password });
    const client = createTradingClient(url(), session);
    await callRunning(dataDir(), ['customer', 'verify', EMAIL]);
    await callRunning(dataDir(), ['credit', EMAIL, '10000', 'test funds']);
    const form = new FormData();
    form.append(
      'files',
      new File([new Uint8Array(jpeg())], 'passport.jpg', { type: 'image/jpeg' }),
    );
    form.append('type', 'passport');
    const headers = { authorization: `Bearer ${session.access_token}` };
    const upload = { method: 'POST', headers, body: form };
    expect((await fetch(`${url()}/api/accounts/upload`, upload)).status).toBe(200);
    const factor = '/api/accounts/secondFactor';
    const { secret } = dataOf(await client.post<{ secret: string }>(`${factor}/enable`, {}));
    dataOf(await client.post(`${factor}/confirm`, { code: codeOf(secret, 0) }));
    return { client, secret };
  };

  /** Orders one after another, and deposits beside them, until it is ended. */
  const trade = async (client: TradingClient): Promise<Load> => {
    await client.connect(url());
    const prices = await watchPrices(url());
    // Orders without a price are refused so fast that they use up all that a minute allows.
    await expect.poll(() => prices.book['BTCUSD']).toBeDefined();
    const closed: number[] = [];
    let credits = 0;
    let isEnding = false;
    const order = async (): Promise<void> => {
      const price = prices.book['BTCUSD']?.buy ?? 0;
      const opened = await client.send('openPosition', {
        symbol: 'BTCUSD',
        direction: 'buy',
        amount: 10,
        leverage: 2,
        price,
      });
      if (opened?.status !== 'success') return;
      const { position } = opened.data as { position: Position };
      const ended = await client.send('closePosition', { id: position.id });
      if (ended?.status === 'success') closed.push(position.id);
    };
    const until = async (act: () => Promise<void>): Promise<void> => {
      while (!isEnding) await act();
    };
    const work = [
      until(order),
      until(async () => {
        await callRunning(dataDir(), ['credit', EMAIL, '1', 'load']);
        credits += 1;
        await sleep(CREDIT_EVERY_MS);
      }),
    ];
    return {
      closed,
      credits: () => credits,
      end: async () => {
        isEnding = true;
        await Promise.all(work);
        prices.close();
        client.disconnect();
      },
    };
  };

  const targets = IS_EXTENDED ? (['embedded', 'PostgreSQL'] as const) : (['PostgreSQL'] as const);

  it(
    'taken under load restores to another database, passes the audit, and lets the customer sign in with all data',
    async () => {
      const { client, secret } = await customer();
      const load = await trade(client);
      await expect.poll(() => load.closed.length, { timeout: LOAD_WITHIN_MS }).toBeGreaterThan(2);
      const before = [...load.closed];
      const printed = await done(environment, 'backup', file());
      const during = load.closed.length - before.length;
      const creditsSeen = load.credits();
      await load.end();

      expect(during).toBeGreaterThan(0);
      expect(printed).toMatch(/\d+ rows, \d+ files, [\d,]+ bytes/);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(readFileSync(file()).includes(EMAIL)).toBe(false);
      expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
      expect(await done(environment, 'restore', file(), '--check')).toContain('was not changed');

      for (const target of targets) {
        const own = nameOwnDatabase();
        if (target === 'PostgreSQL') await own.create();
        const restored = {
          DATA_DIR: join(folder, target),
          DEMO: '0',
          ...(target === 'PostgreSQL' ? { DATABASE_URL: own.url } : {}),
        };
        await done(restored, 'restore', file());
        expect(await done(restored, 'audit')).toContain('everything agrees');
        const program = await startServerProcess(restored);
        try {
          const session = await signInWithSecond(program.url, secret);
          expect(session.user).toMatchObject({ email: EMAIL });
          expect(session.user.doc_passport).toContain('"status":1');
          const again = createTradingClient(program.url, session);
          const history = await again.history();
          const ids = history.map(({ id }) => id);
          expect(before.filter((id) => !ids.includes(id))).toEqual([]);
          const { balance } = await again.balance();
          expect(balance).toBeLessThanOrEqual(10_000 + creditsSeen + 1);
          const copy = join(folder, `${target}.jpg`);
          await done(restored, 'document', 'show', '1', copy);
          expect(readFileSync(copy).equals(jpeg())).toBe(true);
          expect(program.output()).toMatch(/"epoch":1\d{12}/);
        } finally {
          await program.stop();
          if (target === 'PostgreSQL') await own.drop();
        }
      }
    },
    LONG_MS,
  );
});

function codeOf(secret: string, steps: number): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: Date.now() + steps * STEP_MS,
  });
}

async function signInWithSecond(url: string, secret: string): Promise<Session> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { facts?: { challenge: string }; data: Session };
  };
  const { facts } = await post('/api/accounts/login', { email: EMAIL, password });
  // The step in which it was turned on is spent.
  const answer = { challenge: facts?.challenge, code: codeOf(secret, 1) };
  return (await post('/api/accounts/login/second', answer)).data;
}
