import fc from 'fast-check';
import { expect, it } from 'vitest';
import { points as toPoints, REGIMES } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { apply } from './apply.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import type { Event } from './event.ts';
import {
  followAccount,
  followClosed,
  followEnded,
  followOrder,
  followPosition,
  followTrails,
} from './follow.ts';
import { createEngineState } from './rebuild.ts';
import type { Account, EngineState } from './state.ts';
import {
  beginRandomMarket,
  createRandom,
  listRandomInstruments,
  nextRandomCommand,
  type RandomMarket,
} from './testing/random-market.ts';
import { requote, StoredMarks } from './testing/restarted.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { RULES } from './testing/test-engine.ts';

const INSTRUMENTS = listRandomInstruments(6);
const ACCOUNTS = 40;
const TAKE_OVERS = 4;
const BEFORE_A_TAKE_OVER = 500;
const AFTER_A_TAKE_OVER = 200;
/** How many commands the follower is behind at most. */
const ROUND_MAX = 60;

function emptyState(rules: EngineState['rules'], nextPositionId: number): EngineState {
  return createEngineState({ rules, instruments: INSTRUMENTS, nextPositionId });
}

function perform(market: RandomMarket, command: Command): readonly Event[] {
  const decision = decide(market.state, command);
  if (decision.kind === 'refused') return [];
  for (const event of decision.events) {
    apply(market.state, event);
    market.marks.note(event);
  }
  return decision.events;
}

function accountsOf(events: readonly Event[]): readonly AccountId[] {
  return events.flatMap((event) => {
    if ('accountId' in event) return [event.accountId];
    if ('position' in event) return [event.position.accountId];
    if ('closed' in event) return [event.closed.accountId];
    return 'order' in event ? [event.order.accountId] : [];
  });
}

/** What a follower does for an account that has changed, from what would be stored of it. */
function follow(follower: EngineState, account: Account): void {
  followAccount(follower, { ...account, holds: [...account.holds] });
  const known = follower.accounts.get(account.id);
  for (const id of known?.positions.keys() ?? []) {
    if (!account.positions.has(id)) followClosed(follower, account.id, id);
  }
  for (const id of known?.orders.keys() ?? []) {
    if (!account.orders.has(id)) followEnded(follower, account.id, id);
  }
  for (const position of account.positions.values()) followPosition(follower, position);
  for (const order of account.orders.values()) followOrder(follower, order);
}

/** A command of the market, or one that places, amends, cancels or expires an entry order. */
function nextCommand(market: RandomMarket): Command {
  const { state, random } = market;
  if (random() < 0.8) return nextRandomCommand(market);
  const atMs = market.nowMs;
  const accountId = 1 + Math.floor(random() * ACCOUNTS);
  const orders = [...(state.accounts.get(accountId)?.orders.values() ?? [])];
  const order = orders[Math.floor(random() * orders.length)];
  const roll = random();
  if (roll < 0.1) return { kind: 'expire-orders', atMs };
  if (order !== undefined && roll < 0.5) {
    if (roll < 0.3) return { kind: 'cancel-order', accountId, atMs, orderId: order.id };
    const points = toPoints(Math.round(order.points * (0.99 + random() / 50)));
    return { kind: 'amend-order', accountId, atMs, orderId: order.id, points };
  }
  const { symbol } = INSTRUMENTS[Math.floor(random() * INSTRUMENTS.length)] ?? expect.fail();
  const price = state.markets.get(symbol)?.quote?.bidPoints ?? 1_000;
  const levels = { stopPoints: null, stopDistance: null, targetPoints: null, targetDistance: null };
  return {
    kind: 'place-order',
    accountId,
    atMs,
    symbol,
    direction: 'buy',
    orderKind: 'limit',
    amountCents: cents(500 + Math.floor(random() * 5_000)),
    leverage: 2,
    points: toPoints(Math.round(price * (0.9 + random() / 12))),
    ...levels,
    expiry: 'gtd',
    expiresAtMs: atMs + 60_000 + Math.floor(random() * 60_000),
    ocoId: null,
  };
}

/** Trades on while a follower learns of the changed accounts in rounds; returns the follower. */
function followMarket(market: RandomMarket, reached: Set<string>): EngineState {
  const { rules, nextPositionId } = market.state;
  const follower = emptyState(rules, nextPositionId);
  let changed = new Set<AccountId>(market.state.accounts.keys());
  const round = (): void => {
    for (const id of changed) {
      follow(follower, market.state.accounts.get(id) ?? expect.fail(`account ${id}`));
    }
    changed = new Set();
  };
  round();
  let left = ROUND_MAX;
  for (let count = 0; count < BEFORE_A_TAKE_OVER; count += 1) {
    const events = perform(market, nextCommand(market));
    for (const { kind } of events) reached.add(kind);
    for (const id of accountsOf(events)) changed.add(id);
    left -= 1;
    if (left > 0) continue;
    round();
    left = 1 + Math.floor(market.random() * ROUND_MAX);
  }
  perform(market, { kind: 'record-trails', atMs: market.nowMs });
  round();
  followTrails(follower, market.marks);
  follower.nextPositionId = market.state.nextPositionId;
  follower.nextOrderId = market.state.nextOrderId;
  requote(market.state, follower);
  return follower;
}

it('decides after a take-over as the state that was followed', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...REGIMES), (seed, regime) => {
      const rules = {
        ...RULES,
        regime,
        openPositionsMax: 12,
        marginWarningPercents: [100, 75],
        financingBpsYear: { forex: { buy: 90_000, sell: 90_000 } },
      };
      const market: RandomMarket = {
        state: emptyState(rules, 1),
        symbols: INSTRUMENTS.map(({ symbol }) => symbol),
        accounts: ACCOUNTS,
        random: createRandom(seed),
        marks: new StoredMarks(),
        nowMs: Date.UTC(2026, 0, 5, 12),
        sequence: 0,
      };
      for (const command of beginRandomMarket(market)) perform(market, command);
      for (let count = 0; count < TAKE_OVERS; count += 1) {
        const follower = followMarket(market, reached);
        for (let step = 0; step < AFTER_A_TAKE_OVER; step += 1) {
          const command = nextCommand(market);
          const decision = decide(follower, command);
          const events = decision.kind === 'refused' ? [] : decision.events;
          for (const event of events) apply(follower, event);
          expect(events).toEqual(perform(market, command));
        }
        expect(snapshotOf(follower)).toBe(snapshotOf(market.state));
      }
    }),
    { numRuns: 8 },
  );
  const followed = ['position-closed', 'position-reduced', 'levels-changed', 'order-placed'];
  const others = ['order-ended', 'order-amended', 'financing-charged', 'trails-moved'];
  for (const kind of [...followed, ...others, 'margin-level-crossed', 'terms-changed']) {
    expect(reached).toContain(kind);
  }
});
