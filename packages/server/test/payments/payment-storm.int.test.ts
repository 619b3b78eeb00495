// Random sequences: every deposit is credited exactly once or not at all, and
// no cent is made or lost. The seed is printed; PAYMENT_STORM_SEED repeats one. `npm run soak -- payments`
// runs thousands.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_EXTENDED } from '../support/extended.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import type { CutProxy } from '../support/cut-proxy.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { runPaymentStorm } from './payment-storm.ts';
import { openShop, type Shop } from './shop.ts';

const SEQUENCES = IS_EXTENDED ? 50 : 10;
const EVENTS_MIN = 20;

describeOnDatabase('a storm of messages about payments', (database) => {
  let shop: Shop;
  let proxy: CutProxy;
  beforeAll(async () => {
    proxy = await startCutProxy(database.url());
    const { url } = proxy;
    shop = await openShop({ ...database, url: () => url });
  });
  afterAll(async () => {
    proxy.cutNothing();
    const { printed } = await shop.server().operator('audit');
    await shop.close();
    await proxy.close();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it('credits each deposit once or not at all, and conserves money', async () => {
    const seed = Number(process.env['PAYMENT_STORM_SEED'] ?? Date.now() % 1_000_000);
    const report = await runPaymentStorm(shop, {
      sequences: SEQUENCES,
      eventsMin: EVENTS_MIN,
      seed,
      cut: (statement) =>
        statement === undefined ? proxy.cutNothing() : proxy.cutNext(statement, 'after'),
    });
    process.stdout.write(`payment storm: ${JSON.stringify({ seed, ...report })}\n`);
    expect(report.problems).toEqual([]);
    expect(report.events).toBeGreaterThanOrEqual(SEQUENCES * EVENTS_MIN);
    expect(report.credited).toBeGreaterThan(SEQUENCES / 3);
  }, 600_000);
});
