// What customers and staff ask for: every kind of command, sensible and not.
import type { AccountTerms } from '@halyard/core/engine';
import { CATEGORIES, LEVERAGES, points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';
import { createPayoutPosting, holdKey, releaseKey, reversalKey } from '@halyard/core/ledger';
import type { LedgerAccount, Posting } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';

import type { Chance } from './chance.ts';
import { INSTRUMENTS } from './market-walk.ts';
import type { MarketWalk } from './market-walk.ts';
import { OrderMix } from './orders/order-mix.ts';
import { asPosition, marketPoints, orderPoints } from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';
import type { SimTables } from './sim-tables.ts';
import type { Content, SimRequest } from './sim-request.ts';

const EVERY_INDEX = LEVERAGES.map((_, index) => index);

export class CommandMix {
  readonly #chance: Chance;
  readonly #market: MarketWalk;
  readonly #tables: SimTables;
  readonly #orders: OrderMix;
  #number = 0;
  #day = 0;

  constructor(chance: Chance, market: MarketWalk, tables: SimTables) {
    this.#chance = chance;
    this.#market = market;
    this.#tables = tables;
    this.#orders = new OrderMix({
      chance,
      market,
      tables,
      simRequest: (content) => this.#simRequest(content),
      freeOf: (accountId) => this.#free(accountId),
    });
  }

  /** Adds the account and gives it money. */
  begin(accountId: number): readonly SimRequest[] {
    const terms = this.#terms();
    const amount = this.#chance.between(20_000, 300_000);
    return [
      this.#simRequest({ kind: 'add-account', accountId, atMs: 0, terms }),
      this.#funds(accountId, 'deposit', { 'customer:cash': amount, 'house:bank': -amount }),
    ];
  }

  next(accountId: number): SimRequest {
    const chance = this.#chance;
    const at = { accountId, atMs: 0 };
    const kinds: readonly (readonly [weight: number, make: () => SimRequest])[] = [
      [28, () => this.#open(accountId)],
      [8, () => this.#orders.place(accountId)],
      [5, () => this.#orders.amend(accountId)],
      [1, () => this.#orders.cancel(accountId)],
      [17, () => this.#close(accountId)],
      [10, () => this.#update(accountId)],
      [3, () => this.#simRequest({ kind: 'close-positions', ...at, which: 'losing' })],
      [2, () => this.#simRequest({ kind: 'close-positions', ...at, which: 'all' })],
      [8, () => this.#hold(accountId)],
      [4, () => this.#settleHold(accountId)],
      [2, () => this.#reverseFunds(accountId)],
      [4, () => this.#deposit(accountId)],
      [3, () => this.#simRequest({ kind: 'change-terms', ...at, terms: this.#terms() })],
      [5, () => this.#charge(accountId)],
    ];
    let roll = chance.between(1, 100);
    for (const [weight, make] of kinds) {
      roll -= weight;
      if (roll <= 0) return make();
    }
    throw new Error('The weights sum to a hundred.');
  }

  /** The same id with something else in it. */
  vary({ requestId, content }: SimRequest): SimRequest | undefined {
    if (
      content.kind === 'open-position' ||
      content.kind === 'hold-funds' ||
      content.kind === 'place-order'
    ) {
      return { requestId, content: { ...content, amountCents: cents(content.amountCents + 7) } };
    }
    if (content.kind === 'close-position') {
      return { requestId, content: { ...content, positionId: content.positionId + 1 } };
    }
    if (content.kind === 'charge-financing') {
      return { requestId, content: { ...content, cutOffAtMs: content.cutOffAtMs - 1 } };
    }
    if (content.kind !== 'post-funds') return undefined;
    // The key of another account's posting.
    const accountId = (content.accountId % 20) + 1;
    const entries = content.posting.entries.map((entry) =>
      entry.customerId === null ? entry : { ...entry, customerId: accountId },
    );
    const posting = { ...content.posting, entries };
    return { requestId, content: { ...content, accountId, posting } };
  }

  #simRequest(content: Content): SimRequest {
    this.#number += 1;
    return { requestId: `${content.kind}:${this.#number}`, content };
  }

  #open(accountId: number): SimRequest {
    const chance = this.#chance;
    const { symbol } = chance.pick(INSTRUMENTS);
    const direction = chance.pick(['buy', 'sell'] as const);
    const quote = this.#market.quote(symbol);
    const fill = orderPoints(direction, quote);
    const seen = chance.happens(0.04) ? Math.max(1, Math.round(fill / 1.02)) : fill;
    const share = chance.happens(0.3) ? 1 : chance.share() * (chance.happens(0.05) ? 3 : 0.6);
    const amount = Math.max(
      chance.happens(0.02) ? 50 : 100,
      Math.floor(this.#free(accountId) * share),
    );
    const price = marketPoints({ direction }, quote);
    const levelAt = (permille: number): number =>
      Math.max(
        1,
        Math.round((price * (1_000 + permille * (direction === 'buy' ? 1 : -1))) / 1_000),
      );
    const stop = chance.happens(0.4) ? levelAt(chance.between(-60, 1)) : null;
    const target = chance.happens(0.3) ? levelAt(chance.between(-1, 60)) : null;
    return this.#simRequest({
      kind: 'open-position',
      accountId,
      atMs: 0,
      symbol,
      direction,
      amountCents: cents(amount),
      leverage: chance.pick(LEVERAGES),
      requestedPoints: points(direction === 'sell' && seen !== fill ? fill + fill : seen),
      stopPoints: stop === null ? null : points(stop),
      targetPoints: target === null ? null : points(target),
      ...this.#trail(0.25, price),
      ...(chance.happens(0.1) ? { isAutomatic: true as const } : {}),
    });
  }

  #close(accountId: number): SimRequest {
    const chance = this.#chance;
    const position = this.#position(accountId);
    if (position === undefined && chance.happens(0.9)) return this.#open(accountId);
    const size = position?.amount_cents ?? 500;
    const isPart = chance.happens(0.5);
    return this.#simRequest({
      kind: 'close-position',
      accountId,
      atMs: 0,
      positionId: position?.id ?? chance.between(1, 50),
      amountCents: isPart ? cents(chance.between(90, Math.max(100, size + 20))) : null,
      ...(chance.happens(0.2) ? { isAutomatic: true as const } : {}),
    });
  }

  #update(accountId: number): SimRequest {
    const chance = this.#chance;
    const position = this.#position(accountId);
    if (position === undefined && chance.happens(0.9)) return this.#open(accountId);
    const price =
      position === undefined ? 100 : marketPoints(position, this.#market.quote(position.symbol));
    const sign = position?.direction === 'sell' ? -1 : 1;
    const near = (): number =>
      Math.max(1, Math.round((price * (1_000 + chance.between(-1, 30) * sign)) / 1_000));
    const far = (): number =>
      Math.max(1, Math.round((price * (1_000 - chance.between(-1, 30) * sign)) / 1_000));
    return this.#simRequest({
      kind: 'update-position',
      accountId,
      atMs: 0,
      positionId: position?.id ?? 1,
      stopPoints: chance.happens(0.6) ? points(far()) : null,
      targetPoints: chance.happens(0.4) ? points(near()) : null,
      ...this.#trail(0.4, price),
    });
  }

  /** A distance of at most 2 %, too near now and then, or none. */
  #trail(share: number, price: number): { readonly trailDistance?: Points | null } {
    const chance = this.#chance;
    if (!chance.happens(share)) return {};
    if (chance.happens(0.1)) return { trailDistance: null };
    return { trailDistance: points(Math.max(1, Math.ceil(price * chance.share() * 0.02))) };
  }

  #hold(accountId: number): SimRequest {
    this.#number += 1;
    const reference = `W${this.#number}`;
    const most = Math.max(1, this.#free(accountId));
    const amountCents = cents(this.#chance.between(this.#chance.happens(0.1) ? 0 : 1, most));
    const content = { kind: 'hold-funds', accountId, atMs: 0, amountCents, reference } as const;
    return { requestId: holdKey(reference), content };
  }

  /** Gives back what is set aside, or pays it out. */
  #settleHold(accountId: number): SimRequest {
    const held = [...(this.#tables.holds.get(accountId) ?? [])];
    if (held.length === 0) return this.#hold(accountId);
    const [reference, amount] = this.#chance.pick(held);
    if (this.#chance.happens(0.5)) {
      const content = { kind: 'release-funds', accountId, atMs: 0, reference } as const;
      return { requestId: releaseKey(reference), content };
    }
    const amountCents = cents(amount);
    const feeCents = cents(this.#chance.happens(0.5) ? Math.floor(amount / 50) : 0);
    const posting = createPayoutPosting({ accountId, reference, amountCents, feeCents, atMs: 0 });
    return toFunds(accountId, posting);
  }

  /** A charge-back. */
  #reverseFunds(accountId: number): SimRequest {
    this.#number += 1;
    const reference = `D${this.#number}`;
    const amountCents = cents(this.#chance.between(1, 60_000));
    const taken = { kind: 'take-back-funds', accountId, atMs: 0, amountCents, reference } as const;
    return { requestId: reversalKey(reference), content: { ...taken, source: 'house:bank' } };
  }

  #deposit(accountId: number): SimRequest {
    const chance = this.#chance;
    const amount = chance.between(1, 80_000);
    if (chance.happens(0.3)) {
      return this.#funds(accountId, 'bonus', { 'customer:credit': amount, 'house:bonus': -amount });
    }
    // A charge-back may take what is not there.
    const signed = chance.happens(0.25) ? -amount : amount;
    return this.#funds(accountId, 'deposit', { 'customer:cash': signed, 'house:bank': -signed });
  }

  #charge(accountId: number): SimRequest {
    this.#day += this.#chance.between(0, 1);
    const day = new Date(Date.UTC(2026, 0, 1 + this.#day)).toISOString().slice(0, 10);
    const cutOffAtMs = this.#chance.happens(0.9) ? Number.MAX_SAFE_INTEGER : 0;
    return this.#simRequest({ kind: 'charge-financing', accountId, atMs: 0, day, cutOffAtMs });
  }

  #funds(
    accountId: number,
    kind: Posting['kind'],
    amounts: Partial<Record<LedgerAccount, number>>,
  ): SimRequest {
    this.#number += 1;
    const uniqueKey = `${kind}:${this.#number}`;
    const entries = (Object.keys(amounts) as LedgerAccount[]).map((account) => ({
      account,
      customerId: account.startsWith('customer:') ? accountId : null,
      amountCents: cents(amounts[account] ?? 0),
    }));
    return toFunds(accountId, { kind, reference: uniqueKey, uniqueKey, atMs: 0, entries });
  }

  #terms(): AccountTerms {
    const chance = this.#chance;
    return {
      status: chance.happens(0.06) ? chance.pick(['close-only', 'blocked'] as const) : 'active',
      isVerified: chance.happens(0.96),
      clientCategory: chance.happens(0.7) ? 'retail' : 'professional',
      hasGuaranteedStop: chance.happens(0.25),
      permittedCategories: chance.happens(0.9) ? CATEGORIES : CATEGORIES.slice(0, 2),
      leverageIndexes: Object.fromEntries(
        CATEGORIES.map((category) => [
          category,
          chance.happens(0.9) ? EVERY_INDEX : EVERY_INDEX.slice(0, 3),
        ]),
      ),
      ...(chance.happens(0.15) ? { sharesProtection: true as const } : {}),
    };
  }

  #position(accountId: number): Stored | undefined {
    const rows = [...(this.#tables.open.get(accountId)?.values() ?? [])];
    return rows.length === 0 ? undefined : asPosition(this.#chance.pick(rows));
  }

  #free(accountId: number): number {
    const cash = Number(this.#tables.accounts.get(accountId)?.cash_cents ?? 0);
    const open = [...(this.#tables.open.get(accountId)?.values() ?? [])];
    return open.reduce((free, row) => free - Number(row.amount_cents), cash);
  }
}

function toFunds(accountId: number, posting: Posting): SimRequest {
  return {
    requestId: posting.uniqueKey,
    content: { kind: 'post-funds', accountId, atMs: 0, posting },
  };
}
