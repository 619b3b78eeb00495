// 500 random sequences on both databases together: every deposit is credited exactly once or not at all, and
// no cent is made or lost. The seed is printed; PAYMENT_STORM_SEED repeats one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { runPaymentStorm } from './payment-storm.ts';
import { openShop, type Shop } from './shop.ts';

/** Together 500: the embedded database, being slower, has the fewer. */
const SEQUENCES = { postgres: 400, embedded: 100 } as const;
const EVENTS_MIN = 20;

describeOnEachDatabase('a storm of messages about payments', (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database);
  });
  afterAll(async () => {
    const { printed } = await shop.server().operator('audit');
    await shop.close();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it('credits each deposit once or not at all, and conserves money', async () => {
    const sequences = SEQUENCES[database.kind];
    const seed = Number(process.env['PAYMENT_STORM_SEED'] ?? Date.now() % 1_000_000);
    const report = await runPaymentStorm(shop, {
      sequences,
      eventsMin: EVENTS_MIN,
      seed,
    });
    process.stdout.write(`payment storm: ${JSON.stringify({ seed, ...report })}\n`);
    expect(report.faults).toEqual([]);
    expect(report.events).toBeGreaterThanOrEqual(sequences * EVENTS_MIN);
    expect(report.credited).toBeGreaterThan(sequences / 3);
  }, 300_000);
});
