// What customers ask of entry orders: limit and stop orders near the price, pairs, amendments and
// cancellations, sensible and not.
import type { OrderTerms } from '@halyard/core/engine';
import { LEVERAGES, points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import type { SqlRow } from '../array-cells.ts';
import type { Chance } from '../chance.ts';
import type { Content, SimRequest } from '../sim-request.ts';
import { INSTRUMENTS } from '../market-walk.ts';
import type { MarketWalk } from '../market-walk.ts';
import type { SimTables } from '../sim-tables.ts';

type Terms = Pick<
  OrderTerms,
  | 'amountCents'
  | 'points'
  | 'stopPoints'
  | 'stopDistance'
  | 'targetPoints'
  | 'targetDistance'
  | 'trailDistance'
  | 'expiry'
  | 'expiresAtMs'
>;

/** What an amendment changes as one: an expiry and its time belong together. */
const CHANGES: readonly (readonly (keyof Terms)[])[] = [
  ['amountCents'],
  ['points'],
  ['stopDistance'],
  ['targetDistance'],
  ['trailDistance'],
  ['expiry', 'expiresAtMs'],
];

type Sources = {
  readonly chance: Chance;
  readonly market: MarketWalk;
  readonly tables: SimTables;
  readonly simRequest: (content: Content) => SimRequest;
  readonly freeOf: (accountId: number) => number;
};

export class OrderMix {
  readonly #with: Sources;

  constructor(sources: Sources) {
    this.#with = sources;
  }

  place(accountId: number): SimRequest {
    const { chance, simRequest } = this.#with;
    const { symbol } = chance.pick(INSTRUMENTS);
    const direction = chance.pick(['buy', 'sell'] as const);
    const orderKind = chance.pick(['limit', 'stop'] as const);
    const other = chance.happens(0.4) ? this.#pending(accountId) : undefined;
    const ocoId = chance.happens(0.02) ? 999_999 : Number(other?.id ?? 0);
    return simRequest({
      kind: 'place-order',
      accountId,
      atMs: 0,
      symbol,
      direction,
      orderKind,
      leverage: chance.pick(LEVERAGES),
      ocoId: ocoId === 0 ? null : ocoId,
      ...this.#terms(accountId, { symbol, direction, kind: orderKind }),
    });
  }

  /** All terms, or some: the order keeps the others. */
  amend(accountId: number): SimRequest {
    const order = this.#pending(accountId);
    if (order === undefined) return this.place(accountId);
    const orderId = Number(order.id);
    const all = this.#terms(accountId, order);
    const terms = this.#with.chance.happens(0.4) ? all : this.#some(all);
    return this.#with.simRequest({ kind: 'amend-order', accountId, atMs: 0, orderId, ...terms });
  }

  cancel(accountId: number): SimRequest {
    const order = this.#pending(accountId);
    if (order === undefined) return this.place(accountId);
    const isByBroker = this.#with.chance.happens(0.2) ? { isByBroker: true as const } : {};
    const orderId = Number(order.id);
    return this.#with.simRequest({
      kind: 'cancel-order',
      accountId,
      atMs: 0,
      orderId,
      ...isByBroker,
    });
  }

  #terms(accountId: number, { symbol, direction, kind }: SqlRow): Terms {
    const { chance, market, freeOf } = this.#with;
    const quote = market.quote(String(symbol));
    const isBuy = direction === 'buy';
    const price = isBuy ? quote.askPoints : quote.bidPoints;
    const rises = isBuy === (kind === 'stop');
    // On the wrong side now and then.
    const away = chance.between(chance.happens(0.05) ? -10 : 1, 12) * (rises ? 1 : -1);
    const trigger = Math.max(1, Math.round((price * (1_000 + away)) / 1_000));
    const distance = (): Points => points(Math.max(1, Math.round(trigger * chance.share() * 0.03)));
    const stopDistance = chance.happens(0.3) ? distance() : null;
    const isTrailing = chance.happens(stopDistance === null ? 0.4 : 0.02);
    const amount = Math.max(100, Math.floor(freeOf(accountId) * chance.share() * 0.5));
    const nowMs = quote.sourceAtMs;
    const life = chance.happens(0.02) ? 200 * DAY_MS : chance.between(500, 20_000);
    const isDated = chance.happens(0.5);
    return {
      amountCents: cents(chance.happens(0.03) ? 50 : amount),
      points: points(trigger),
      stopPoints: null,
      stopDistance,
      targetPoints: null,
      targetDistance: chance.happens(0.3) ? distance() : null,
      ...(isTrailing ? { trailDistance: distance() } : {}),
      expiry: isDated ? 'gtd' : 'gtc',
      expiresAtMs: isDated ? nowMs + life : null,
    };
  }

  #some(terms: Terms): Partial<Terms> {
    const changes = CHANGES.filter(() => this.#with.chance.happens(0.4)).flat();
    return Object.fromEntries(
      changes.flatMap((name) => (name in terms ? [[name, terms[name]] as const] : [])),
    );
  }

  #pending(accountId: number): SqlRow | undefined {
    const rows = [...(this.#with.tables.adjusted.pending.get(accountId)?.values() ?? [])];
    return rows.length === 0 ? undefined : this.#with.chance.pick(rows);
  }
}
