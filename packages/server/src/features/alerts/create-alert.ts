import { PRICE_ALERTS_MAX } from '@halyard/contract/price-alerts';
import type { PriceAlert } from '@halyard/contract/price-alerts';
import { parseRate } from '@halyard/core/instrument';
import type { Direction, Instrument } from '@halyard/core/instrument';
import type { Market } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { countAlerts, findWaiting, holdAlerts, insertAlert } from './alert-store.ts';
import type { NewAlert, StoredAlert } from './alert-store.ts';
import { toWireAlert } from './alert-to-wire.ts';
import type { AlertWatch } from './alert-watch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Each can become a mail, to an address that nobody may have confirmed. */
const SET_A_DAY_MAX = 100;

export type CreateDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'quote'>;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly watch: AlertWatch;
  /** Something was reached. */
  readonly wake: () => void;
};

export type AlertRequest = {
  readonly customerId: number;
  readonly symbol: string;
  readonly side: Direction;
  readonly rate: number | string;
};

/** Waits for a price to get from where it is now to the one that is asked for. */
export async function createAlert(
  deps: CreateDeps,
  { customerId, symbol, side, rate }: AlertRequest,
): Promise<Answer<PriceAlert>> {
  const instrument = deps.instruments.get(symbol);
  if (instrument === undefined) return refused({ code: 'not-found' });
  const points = parseRate(rate, instrument.decimals);
  if (points === undefined) {
    const text = `must be a price with at most ${instrument.decimals} decimals`;
    return refused({ code: 'invalid', errors: { rate: text } });
  }
  const quote = deps.market.quote(symbol);
  if (quote === undefined) return refused({ code: 'price-unavailable' });
  const now = side === 'buy' ? quote.buyPoints : quote.sellPoints;
  if (points === now) return refused({ code: 'alert-reached' });

  const sense = points > now ? 'rises' : 'falls';
  const stored = await store(deps, { customerId, symbol, side, sense, points });
  if (stored === 'too-many-alerts') {
    return refused({ code: stored, facts: { maximum: PRICE_ALERTS_MAX } });
  }
  if (stored === 'too-many') return refused({ code: stored });
  deps.watch.put(stored);
  // The price may have come and gone while it was written.
  const latest = deps.market.quote(symbol);
  if (latest !== undefined && latest !== quote && deps.watch.accept(latest)) deps.wake();
  return ok(toWireAlert(stored, instrument));
}

async function store(
  { db, clock }: CreateDeps,
  alert: NewAlert,
): Promise<StoredAlert | 'too-many-alerts' | 'too-many'> {
  const { customerId } = alert;
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    await holdAlerts(tx, customerId);
    const known = await findWaiting(tx, alert);
    if (known !== undefined) return known;
    const { waiting, setSince } = await countAlerts(tx, customerId, atMs - DAY_MS);
    if (waiting >= PRICE_ALERTS_MAX) return 'too-many-alerts';
    if (setSince >= SET_A_DAY_MAX) return 'too-many';
    return await insertAlert(tx, { ...alert, atMs });
  });
}
