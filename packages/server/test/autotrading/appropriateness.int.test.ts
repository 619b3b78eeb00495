import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Appropriateness } from '@halyard/contract/appropriateness';
import type { Session } from '@halyard/contract/accounts';
import type { AutoTradingConsent, AutoTradingRecord } from '@halyard/contract/auto-trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  SIGN_UP,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  ETH_CROSS_UP,
  FIRST_CANDLE,
  offsetAtMidnight,
  passCandle,
  stageWaves,
} from '../support/waving-prices.ts';

const ROUTE = '/api/accounts/autoTrading';
const QUESTIONS = '/api/accounts/appropriateness';
const READ_MS = 30_000;
const RIGHT = {
  leverage: '50',
  'close-out': 'closed',
  stop: 'gap',
  owner: 'no',
  experience: 'none',
};

describeOnDatabase('automatic trading where customers are asked what they know', (database) => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-waves-'));
    const environment = { ...stageWaves(folder, FIRST_CANDLE), APPROPRIATENESS: 'on' };
    server = await startServer({ database, environment, offsetMs: offsetAtMidnight(1) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const enrol = async (email: string): Promise<string> => {
    const { access_token: token } = await signUpTrader(server, email, '10000');
    const { version } = dataOf((await server.get<AutoTradingConsent>(`${ROUTE}/consent`)).envelope);
    const body = { auto_trading: 1, consent_version: version };
    dataOf((await server.post(ROUTE, body, { token })).envelope);
    return token;
  };
  /** Time jumps, and sessions end with it. */
  const record = async (email: string): Promise<AutoTradingRecord> => {
    const form = { email, password: SIGN_UP.password };
    const signedIn = await server.post<Session>('/api/accounts/login', form);
    const token = dataOf(signedIn.envelope).access_token;
    return dataOf(
      (await server.post<AutoTradingRecord>(`${ROUTE}/record`, {}, { token })).envelope,
    );
  };

  it('opens nothing for a customer without the assessment', async () => {
    const asked = await enrol('asked@example.com');
    await enrol('unasked@example.com');
    const begun = await server.post<Appropriateness>(`${QUESTIONS}/begin`, {}, { token: asked });
    const attempt = dataOf(begun.envelope).attempt?.id;
    server.advance(READ_MS);
    const body = { attempt, answers: RIGHT };
    dataOf((await server.post(`${QUESTIONS}/answer`, body, { token: asked })).envelope);

    passCandle(server, ETH_CROSS_UP);
    await eventually(async () =>
      expect((await record('asked@example.com')).trades).toHaveLength(1),
    );
    const seen = await record('unasked@example.com');
    expect(seen).toMatchObject({ obstacles: ['appropriateness-required'], trades: [] });
  });
});
