import { PRICE_ALERTS_MAX } from '@halyard/contract/price-alerts';
import type { PriceAlert } from '@halyard/contract/price-alerts';
import { parseRate } from '@halyard/core/instrument';
import type { Direction, Instrument, Points, Quote } from '@halyard/core/instrument';
import { DAY_MS } from '@halyard/core/time';
import type { Market } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { countAlerts, holdAlerts, insertAlert, listWaitingFor } from './alert-store.ts';
import type { NewAlert, StoredAlert } from './alert-store.ts';
import { toWireAlert } from './alert-to-wire.ts';
import type { AlertWatch } from './alert-watch.ts';
import { followSplits } from './follow-splits.ts';
import { listSplitsOf } from './split-store.ts';
import type { StoredSplit } from './split-store.ts';

/**
 * The maximum number of alerts a day. Each can cause a mail to an address that may not be
 * confirmed.
 */
const SET_A_DAY_MAX = 100;

export type CreateDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'quote'>;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly watch: AlertWatch;
  /** Called when an alert is reached. */
  readonly wake: () => void;
};

export type AlertRequest = {
  readonly customerId: number;
  readonly symbol: string;
  readonly side: Direction;
  readonly rate: number | string;
};

/** Creates an alert for the price to move from its current level to the requested one. */
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
  // The quote is read before the splits, so that a split in between is noticed there.
  const quote = deps.market.quote(symbol);
  if (quote === undefined) return refused({ code: 'price-unavailable' });

  const stored = await store(deps, { customerId, symbol, side, points }, quote);
  if (stored === 'too-many-alerts') {
    return refused({ code: stored, facts: { maximum: PRICE_ALERTS_MAX } });
  }
  if (typeof stored === 'string') return refused({ code: stored });
  deps.watch.put(stored.alert);
  // The price may have reached the level while the alert was written.
  const latest = deps.market.quote(symbol);
  if (latest !== undefined && latest !== quote && deps.watch.accept(latest)) deps.wake();
  return ok(toWireAlert(followSplits(stored.alert, stored.splits), instrument));
}

type Stored = { readonly alert: StoredAlert; readonly splits: readonly StoredSplit[] };

async function store(
  { db, clock }: CreateDeps,
  wanted: Omit<NewAlert, 'sense' | 'splitsBefore'>,
  quote: Quote,
): Promise<Stored | 'alert-reached' | 'too-many-alerts' | 'too-many'> {
  const { customerId, symbol, side, points } = wanted;
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    await holdAlerts(tx, customerId);
    const splits = await listSplitsOf(tx, [symbol]);
    const now = priceNow(quote, side, splits.at(-1));
    if (points === now) return 'alert-reached';
    const waitingFor = await listWaitingFor(tx, wanted);
    const known = waitingFor.find((alert) => followSplits(alert, splits).points === points);
    if (known !== undefined) return { alert: known, splits };
    const { waiting, setSince } = await countAlerts(tx, customerId, atMs - DAY_MS);
    if (waiting >= PRICE_ALERTS_MAX) return 'too-many-alerts';
    if (setSince >= SET_A_DAY_MAX) return 'too-many';
    const sense = points > now ? 'rises' : 'falls';
    const splitsBefore = splits.length;
    const alert = await insertAlert(tx, { ...wanted, sense, splitsBefore, atMs });
    return { alert, splits };
  });
}

/**
 * Returns the current price of a side. After a split the split's own quote is the price, until a
 * quote from after it arrives.
 */
function priceNow(quote: Quote, side: Direction, last: StoredSplit | undefined): Points {
  const { askPoints, bidPoints } =
    last !== undefined && quote.receivedAtMs <= last.atMs ? last : quote;
  return side === 'buy' ? askPoints : bidPoints;
}
