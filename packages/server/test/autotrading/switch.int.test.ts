import type { Session } from '@halyard/contract/accounts';
import type { AutoTradingConsent, AutoTradingState } from '@halyard/contract/auto-trading';
import type { PublicConfig } from '@halyard/contract/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const ROUTE = '/api/accounts/autoTrading';

describeOnDatabase('the switch of automatic trading', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const toggle = async (body: object, token: string) =>
    (await server.post<AutoTradingState>(ROUTE, body, { token })).envelope;
  const flag = async (token: string) =>
    dataOf((await server.post<Session>('/api/accounts/get', {}, { token })).envelope).user
      .auto_trading;
  const version = async () =>
    dataOf((await server.get<AutoTradingConsent>(`${ROUTE}/consent`)).envelope).version;

  it('always returns a state and what the strategy waits for [c-auto-trading] [s-auto-on] [s-auto-off]', async () => {
    const { access_token: token } = await signUp(server, 'switch@example.com');
    expect(await flag(token)).toBe(0);
    expect(dataOf(await toggle({ auto_trading: 1 }, token))).toEqual({
      auto_trading: 1,
      obstacles: ['consent-missing', 'not-verified'],
      consent_version: await version(),
      consent: null,
    });
    expect(await flag(token)).toBe(1);
    const off = await toggle({ token, auto_trading: '0' }, token);
    expect(dataOf(off).obstacles).toContain('switched-off');
    expect(await flag(token)).toBe(0);
  });

  it('allows trading after consent to the current text', async () => {
    const { access_token: token } = await signUpTrader(server, 'consent@example.com', '1000');
    const given = await version();
    const on = dataOf(await toggle({ auto_trading: 1, consent_version: given }, token));
    expect(on).toMatchObject({ obstacles: [], consent: { version: given } });
    await toggle({ auto_trading: 0 }, token);
    // Consent stays until the text changes.
    expect(dataOf(await toggle({ auto_trading: 1 }, token))).toEqual(on);
  });

  it('rejects consent to another text and changes nothing', async () => {
    const { access_token: token } = await signUp(server, 'outdated@example.com');
    const rejection = rejectionOf(
      await toggle({ auto_trading: 1, consent_version: '1999-01' }, token),
    );
    expect(rejection).toMatchObject({
      code: 'consent-outdated',
      facts: { version: await version() },
    });
    expect(await flag(token)).toBe(0);
    for (const body of [{}, { auto_trading: 2 }, { auto_trading: true }, { auto_trading: 'on' }]) {
      expect(rejectionOf(await toggle(body, token)).code).toBe('invalid');
    }
    expect((await server.post(ROUTE, { auto_trading: 1 })).status).toBe(401);
    expect(await flag(token)).toBe(0);
  });

  it('says why the account can’t use the strategy', async () => {
    const email = 'restricted@example.com';
    const { access_token: token } = await signUpTrader(server, email, '1000');
    await toggle({ auto_trading: 1, consent_version: await version() }, token);
    expect((await server.operator('customer', 'close-only', email)).code).toBe(0);
    const { obstacles } = dataOf(await toggle({ auto_trading: 1 }, token));
    expect(obstacles).toEqual(['account-restricted']);
  });

  it('is offered to the browser, with a text in both languages', async () => {
    const { texts } = dataOf((await server.get<AutoTradingConsent>(`${ROUTE}/consent`)).envelope);
    expect(Object.keys(texts)).toEqual(['en', 'de']);
    const config = dataOf((await server.get<PublicConfig>('/api/config')).envelope);
    expect(config.autoTrading).toBe(true);
  });
});
