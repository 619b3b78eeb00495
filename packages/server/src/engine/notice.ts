// Account notices: events that a customer must be notified of because they did not request them at
// that moment, such as a margin warning and its end, or a close by the engine or the broker.
import { assertPresent } from '@halyard/core/assertion';
import { accountFigures } from '@halyard/core/engine';
import type {
  DurableEvent,
  EngineState,
  FundsPosted,
  OrderEnded,
  WithdrawalCancelled,
} from '@halyard/core/engine';
import { closingPrice } from '@halyard/core/instrument';
import { movedCents } from '@halyard/core/ledger';
import type { EntryOrder, OrderEnd, OrderId } from '@halyard/core/order';
import type { AccountId, ClosedPosition, PositionId } from '@halyard/core/position';

/** The prefix of a dividend's request id, and so of the keys of its journal entries. */
export const DIVIDEND_ACTION = 'dividend:';

/**
 * A change of the warning level: the margin level fell below `toPercent`, or rose again; null is
 * above all levels.
 */
export type MarginNotice = {
  readonly fromPercent: number | null;
  readonly toPercent: number | null;
  readonly equityCents: number;
  readonly usedMarginCents: number;
};

/** Why a position was closed by force, and the account's equity before that. */
export type ForcedNotice = {
  readonly positionId: PositionId;
  /**
   * `termination`: the price reached the position's stop-out price; otherwise the account's margin
   * level caused it.
   */
  readonly rule: 'termination' | 'margin-close-out';
  readonly equityCents: number;
  readonly usedMarginCents: number;
};

export type LevelNotice = {
  readonly positionId: PositionId;
  readonly rule: 'stop-loss' | 'take-profit';
};

/** Staff closed the position. */
export type BrokerNotice = { readonly positionId: PositionId };

/** The position continues at rates adjusted by a split of its symbol. */
export type SplitNotice = {
  readonly positionId: PositionId;
  readonly newUnits: number;
  readonly oldUnits: number;
  readonly openPoints: number;
};

/** What a dividend moved for a position; negative for a debit. */
export type DividendNotice = {
  readonly positionId: PositionId;
  readonly amountCents: number;
};

/** An unpaid withdrawal was cancelled, and why. */
export type CancelledNotice = Pick<WithdrawalCancelled, 'reference' | 'amountCents' | 'cause'>;

/** An order ended, and its customer did not request that at that moment. */
export type OrderNotice = {
  readonly orderId: OrderId;
  readonly symbol: string;
  readonly kind: EntryOrder['kind'];
  readonly direction: EntryOrder['direction'];
  readonly amountCents: number;
  readonly leverage: number;
  readonly points: number;
  readonly outcome: OrderEnd['outcome'];
  readonly reason: string | null;
  readonly positionId: PositionId | null;
};

export type AccountNotice = { readonly accountId: AccountId; readonly atMs: number } & (
  | { readonly kind: 'margin-level'; readonly facts: MarginNotice }
  | { readonly kind: 'forced-close'; readonly facts: ForcedNotice }
  | { readonly kind: 'level-close'; readonly facts: LevelNotice }
  | { readonly kind: 'broker-close'; readonly facts: BrokerNotice }
  | { readonly kind: 'position-split'; readonly facts: SplitNotice }
  | { readonly kind: 'dividend'; readonly facts: DividendNotice }
  | { readonly kind: 'withdrawal-cancelled'; readonly facts: CancelledNotice }
  | { readonly kind: 'order-ended'; readonly facts: OrderNotice }
);

/** Returns the notice of an event, if any; the event was just applied to the state. */
export function findNotice(state: EngineState, event: DurableEvent): AccountNotice | undefined {
  if (event.kind === 'margin-level-crossed') {
    const { accountId, atMs, fromPercent, toPercent, equityCents, usedMarginCents } = event;
    const facts = { fromPercent, toPercent, equityCents, usedMarginCents };
    return { kind: 'margin-level', accountId, atMs, facts };
  }
  if (event.kind === 'position-split') {
    const { accountId, atMs, positionId, newUnits, oldUnits, openPoints } = event;
    const facts = { positionId, newUnits, oldUnits, openPoints };
    return { kind: 'position-split', accountId, atMs, facts };
  }
  if (event.kind === 'withdrawal-cancelled') {
    const { accountId, reference, amountCents, cause, posting } = event;
    const facts = { reference, amountCents, cause };
    return { kind: 'withdrawal-cancelled', accountId, atMs: posting.atMs, facts };
  }
  if (event.kind === 'order-ended') return findOrderNotice(event);
  if (event.kind === 'funds-posted') return findDividendNotice(event);
  if (event.kind !== 'position-closed') return undefined;
  const { id: positionId, accountId, closedAtMs: atMs, closingReason } = event.position;
  switch (closingReason) {
    case 'stop-loss':
    case 'take-profit':
      return { kind: 'level-close', accountId, atMs, facts: { positionId, rule: closingReason } };
    case 'low-margin': {
      const worth = worthBefore(state, event.position);
      const facts = { positionId, rule: ruleOf(event.position), ...worth };
      return { kind: 'forced-close', accountId, atMs, facts };
    }
    case 'manually':
      return event.position.isClosedByBroker === true
        ? { kind: 'broker-close', accountId, atMs, facts: { positionId } }
        : undefined;
    case 'ai-trade':
      return undefined;
  }
}

/**
 * An OCO order cancelled by the other's fill needs no notice: the fill's notice covers both.
 * Neither does a cancellation by the customer.
 */
function findOrderNotice({ order, end }: OrderEnded): AccountNotice | undefined {
  const { outcome, atMs, reason, positionId } = end;
  if (reason === 'customer' || reason === 'oco') return undefined;
  const { id: orderId, accountId, symbol, kind, direction, amountCents, leverage, points } = order;
  const placed = { orderId, symbol, kind, direction, amountCents, leverage, points };
  const facts = { ...placed, outcome, reason, positionId };
  return { kind: 'order-ended', accountId, atMs, facts };
}

/** A split's journal entry is a rounding difference and is part of its notice. */
function findDividendNotice({ accountId, posting }: FundsPosted): AccountNotice | undefined {
  const { kind, uniqueKey, reference, atMs } = posting;
  if (kind !== 'adjustment' || !uniqueKey.startsWith(DIVIDEND_ACTION)) return undefined;
  const amountCents =
    movedCents(posting, 'customer:cash', accountId) +
    movedCents(posting, 'customer:credit', accountId);
  const positionId = Number(reference.slice('position:'.length));
  return { kind: 'dividend', accountId, atMs, facts: { positionId, amountCents } };
}

/** A close turns unrealised profit into balance, so the equity stays the same. */
function worthBefore(
  state: EngineState,
  closed: ClosedPosition,
): Pick<ForcedNotice, 'equityCents' | 'usedMarginCents'> {
  const account = assertPresent(state.accounts.get(closed.accountId), 'a position has an account');
  const { equityCents, usedMarginCents } = accountFigures(state, account);
  return { equityCents, usedMarginCents: usedMarginCents + closed.amountCents };
}

function ruleOf({ direction, closeQuote, stopOutPoints }: ClosedPosition): ForcedNotice['rule'] {
  const price = closingPrice(direction, closeQuote);
  const isReached = direction === 'buy' ? price <= stopOutPoints : price >= stopOutPoints;
  return isReached ? 'termination' : 'margin-close-out';
}
