import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { SIGN_UP, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const REGISTER = '/api/accounts/register';

describeOnDatabase('sign-ups', (database) => {
  it('of one network are limited per hour, also after a restart', async () => {
    const environment = { SIGN_UPS_PER_HOUR: '3', TRUST_PROXY: '127.0.0.1' };
    let server: TestServer = await startServer({ database, environment });
    let signed = 0;
    const from = async (ip: string, email = `one-of-many-${(signed += 1)}@example.com`) =>
      await server.post(REGISTER, { ...SIGN_UP, email }, { headers: { 'x-forwarded-for': ip } });
    // An hour holds three, however many come at once; a taken email is none of them.
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => from('203.0.113.7')));
    expect(atOnce.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 429, 429,
    ]);
    expect((await from('203.0.113.8')).status).toBe(201);
    expect((await from('203.0.113.8', 'one-of-many-6@example.com')).status).toBe(409);
    await server.stop();
    server = await startServer({ database, environment });
    const delayed = await from('203.0.113.7');
    expect(delayed).toMatchObject({ status: 429, envelope: { code: 'too-many' } });
    const seconds = Number(delayed.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3400);
    expect(seconds).toBeLessThanOrEqual(3600);
    server.advance(HOUR_MS);
    expect((await from('203.0.113.7')).status).toBe(201);
    // Of all networks together fifty times as many; then each needs a proof of work.
    await server.query(
      `insert into sign_ups (network, at) select 'n' || n, $1 from generate_series(1, 149) n`,
      [new Date(Date.now() + server.offsetMs())],
    );
    expect(await from('203.0.113.9')).toMatchObject({
      status: 429,
      envelope: { code: 'proof-required', facts: { bits: 16 } },
    });
    await server.stop();
  });
});
