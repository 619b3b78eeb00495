import type { Safeguards } from '@halyard/contract/client-limits';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, type Trader } from '../support/trader.ts';

const PATH = '/api/accounts/safeguards';

type Limit = Safeguards['limits'][number];

function limitOf(safeguards: Safeguards, kind: Limit['kind'], period: Limit['period']): Limit {
  const found = safeguards.limits.find((one) => one.kind === kind && one.period === period);
  return found ?? expect.fail('every limit is listed');
}

describeOnDatabase('a loss limit', (database) => {
  const floor = openFloor(database);
  // Each opening and closing of 40,000 × 2 loses 40.38.
  const lose = async (who: Trader): Promise<void> => {
    const { id } = await who.open({ ...BUY, amount: 40_000 });
    await who.close({ id });
  };
  const setLimit = async (who: Trader, amount: number): Promise<void> => {
    const body = { kind: 'loss', period: 'day', amount };
    const { envelope } = await floor.server().post(`${PATH}/limit`, body, { token: who.token });
    dataOf(envelope);
  };
  const tryOpening = async (who: Trader) =>
    await send(who.socket, 'openPosition', { ...BUY, amount: 10 });

  it('blocks openings when reached, and nothing else', async () => {
    const who = await floor.trader();
    await setLimit(who, 80.76);
    await lose(who);
    expect((await tryOpening(who)).status).toBe('success');
    const { open } = (await who.balance()).positions;
    await lose(who);
    const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
    await eventually(async () => {
      const rejection = rejectionOf(await tryOpening(who));
      expect(rejection).toMatchObject({ code: 'loss-limit', facts: { until: midnight } });
    });
    for (const { id } of open) await who.close({ id });
    const safeguards = dataOf(
      (await floor.server().post<Safeguards>(PATH, {}, { token: who.token })).envelope,
    );
    expect(limitOf(safeguards, 'loss', 'day').used).toBeGreaterThanOrEqual(80.76);
  });

  it('blocks openings at once when it is lowered below the current loss', async () => {
    const who = await floor.trader();
    await lose(who);
    await setLimit(who, 40.39);
    const position = await who.open({ ...BUY, amount: 10 });
    await setLimit(who, 40.38);
    expect(rejectionOf(await tryOpening(who)).code).toBe('loss-limit');
    await who.close({ id: position.id });
  });
});
