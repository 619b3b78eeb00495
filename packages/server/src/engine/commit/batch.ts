// The contents of one commit: collected while commands are decided and applied, written once.
import { assertPresent } from '@halyard/core/assertion';
import type {
  Account,
  AccountTerms,
  DurableEvent,
  EngineState,
  SymbolSplit,
} from '@halyard/core/engine';
import type { Posting } from '@halyard/core/ledger';
import type { EntryOrder, OrderEnd, OrderId } from '@halyard/core/order';
import type { AccountId, PositionId } from '@halyard/core/position';

import { toAdjustmentLiterals } from './adjustment-rows.ts';
import { BatchRows } from './batch-rows.ts';
import type { HoldRow, OpenSeen, PositionImage, ToldRow } from './batch-rows.ts';
import type { Committed, Outcome } from '../outcome.ts';
import { findNotice } from '../notice.ts';
import type { AccountNotice } from '../notice.ts';
import type { OrderImage } from './order-rows.ts';
import type { PendingCommand } from './pending-command.ts';
import { toStoredJson } from './stored-names.ts';
import { MarkRows } from './trail-rows.ts';

type Movement = {
  cashChange: number;
  creditChange: number;
  debtChange: number;
  cashCents: number;
  creditCents: number;
  debtCents: number;
};

/** A changed position; `opened` is set for new rows. */
type Changed = { image: PositionImage; readonly opened?: OpenSeen };

/** The row of a closed part of a position has no requested price. */
const NOT_SEEN: OpenSeen = { openRequestedPoints: null };

/** The last assigned numbers; a batch takes the next ones when it is committed. */
export type Numbering = { batch: number; postingId: number; notice: number; sequence: number };

export class Batch {
  readonly accountIds = new Set<AccountId>();
  readonly events: DurableEvent[] = [];
  readonly answers: { readonly command: PendingCommand; readonly outcome: Outcome }[] = [];
  readonly #positions = new Map<PositionId, Changed>();
  /** Positions whose rates have changed since their opening. */
  readonly #adjusted = new Set<PositionId>();
  readonly #splits: SymbolSplit[] = [];
  /**
   * Positions whose trailing stop must be written: it was set, removed, split, or the position
   * closed.
   */
  readonly #trailed = new Set<PositionId>();
  readonly #marks = new MarkRows();
  readonly #postings: Posting[] = [];
  readonly #movements = new Map<AccountId, Movement>();
  readonly #told = new Map<AccountId, ToldRow>();
  readonly #holds = new Map<string, HoldRow>();
  readonly #orders = new Map<OrderId, OrderImage>();
  readonly #notices: AccountNotice[] = [];
  readonly #terms = new Map<AccountId, { terms: AccountTerms; readonly isAdded: boolean }>();
  #number = 0;

  /** The batch number; zero until the batch is committed. */
  get number(): number {
    return this.#number;
  }

  /** Returns what to publish after the commit. */
  toCommitted(): Committed {
    const { accountIds, events } = this;
    return { accountIds: [...accountIds], events, hasNotices: this.#notices.length > 0 };
  }

  get isEmpty(): boolean {
    return this.events.length === 0 && this.answers.length === 0;
  }

  get positionCount(): number {
    return this.#positions.size + this.#orders.size;
  }

  /** Records an event that was just applied to `state`. */
  addEvent(state: EngineState, event: DurableEvent): void {
    this.events.push(event);
    const notice = findNotice(state, event);
    if (notice !== undefined) this.#notices.push(notice);
    switch (event.kind) {
      case 'account-added':
        this.#setTerms(event.accountId, event.terms, true);
        break;
      case 'terms-changed':
        this.#setTerms(event.accountId, event.terms, false);
        break;
      case 'funds-posted':
      case 'withdrawal-cancelled':
        this.#post(state, event.accountId, event.posting);
        break;
      case 'financing-charged':
        this.#setTold(state, event.accountId);
        for (const posting of event.postings) this.#post(state, event.accountId, posting);
        break;
      case 'margin-level-crossed':
        this.#setTold(state, event.accountId);
        break;
      case 'position-opened':
        this.#setPosition(event.position, { openRequestedPoints: event.requestedPoints ?? null });
        break;
      case 'position-closed':
        this.#setPosition(event.position);
        for (const charge of event.financing ?? []) {
          this.#post(state, event.position.accountId, charge);
        }
        this.#post(state, event.position.accountId, event.posting);
        break;
      case 'position-reduced':
        this.#setPosition(event.closed, NOT_SEEN);
        this.#setPosition(currentImage(state, event.closed.accountId, event.positionId));
        for (const charge of event.financing ?? []) {
          this.#post(state, event.closed.accountId, charge);
        }
        this.#post(state, event.closed.accountId, event.posting);
        break;
      case 'position-split':
        this.#setPosition(currentImage(state, event.accountId, event.positionId));
        this.#adjusted.add(event.positionId);
        break;
      case 'symbol-split':
        this.#splits.push(event);
        break;
      case 'trails-moved':
        this.#marks.add(event);
        break;
      case 'levels-changed':
        if (event.trail !== undefined) this.#trailed.add(event.positionId);
        this.#setPosition(currentImage(state, event.accountId, event.positionId));
        break;
      case 'order-placed':
      case 'order-amended':
        this.#setOrder(event.order);
        break;
      case 'order-ended':
        this.#setOrder(event.order, event.end);
        break;
    }
  }

  addAnswer(command: PendingCommand, outcome: Outcome): void {
    this.answers.push({ command, outcome });
  }

  /**
   * Returns the values of engine_commit's parameters. Call it once, when the batch is committed.
   */
  toParameters(epoch: number, numbering: Numbering): readonly unknown[] {
    numbering.batch += 1;
    this.#number = numbering.batch;
    const rows = new BatchRows();
    for (const [id, { terms, isAdded }] of this.#terms) rows.addTerms(id, terms, isAdded);
    for (const [id, movement] of this.#movements) rows.addBalance({ id, ...movement });
    for (const row of this.#told.values()) rows.addTold(row);
    for (const hold of this.#holds.values()) {
      // A hold that was created and released within one batch never had a row.
      if (hold.change !== 0) rows.addHold(hold);
    }
    for (const { image, opened } of this.#positions.values()) {
      if (opened === undefined) rows.addChanged(image);
      else rows.addCreated(image, opened);
    }
    for (const posting of this.#postings) {
      numbering.postingId += 1;
      rows.addPosting(numbering.postingId, posting);
    }
    for (const notice of this.#notices) {
      numbering.notice += 1;
      rows.addNotice({
        ...notice,
        sequence: numbering.notice,
        facts: toStoredJson(notice.facts),
      });
    }
    for (const { command, outcome } of this.answers) {
      const { accountId, requestId, contentHash } = command;
      numbering.sequence += 1;
      const { sequence } = numbering;
      const isRefused = outcome.kind === 'refused';
      const text = toStoredJson(outcome);
      rows.addCommand({ sequence, accountId, requestId, contentHash, isRefused, outcome: text });
    }
    return [epoch, this.#number, ...rows.toLiterals()];
  }

  /** Returns the values of engine_adjust's parameters; undefined if there are none. */
  toAdjustments(): readonly string[] | undefined {
    const isPlain = this.#adjusted.size === 0 && this.#splits.length === 0;
    const isStill = this.#trailed.size === 0 && this.#marks.isEmpty;
    if (isPlain && isStill && this.#orders.size === 0) return undefined;
    const imageOf = (id: PositionId): PositionImage =>
      assertPresent(this.#positions.get(id), () => `position ${id} is in the batch`).image;
    return toAdjustmentLiterals({
      splits: this.#splits,
      positions: [...this.#adjusted].map(imageOf),
      orders: [...this.#orders.values()],
      trails: [...this.#trailed].map(imageOf),
      marks: this.#marks,
    });
  }

  #setTerms(id: AccountId, terms: AccountTerms, isAdded: boolean): void {
    this.accountIds.add(id);
    this.#terms.set(id, { terms, isAdded: this.#terms.get(id)?.isAdded ?? isAdded });
  }

  #setTold(state: EngineState, id: AccountId): void {
    this.accountIds.add(id);
    const { warnedPercent, financedDay } = getAccount(state, id);
    this.#told.set(id, { id, warnedPercent, financedDay });
  }

  /** A position that opens and closes within one batch is one new row. */
  #setPosition(image: PositionImage, opened?: OpenSeen): void {
    this.accountIds.add(image.accountId);
    // A closed part of a position is a row of its own.
    if (opened !== undefined && image.filledPoints !== undefined) this.#adjusted.add(image.id);
    if (image.trail !== undefined) this.#trailed.add(image.id);
    const known = this.#positions.get(image.id);
    if (known !== undefined) known.image = image;
    else this.#positions.set(image.id, opened === undefined ? { image } : { image, opened });
  }

  /** An order that is placed and ends within one batch is one new row. */
  #setOrder(order: EntryOrder, end?: OrderEnd): void {
    this.accountIds.add(order.accountId);
    this.#orders.set(order.id, { order, end });
  }

  #post(state: EngineState, accountId: AccountId, posting: Posting | null): void {
    if (posting === null) return;
    this.accountIds.add(accountId);
    this.#postings.push(posting);
    for (const { account, customerId, amountCents } of posting.entries) {
      if (customerId === null) continue;
      if (account === 'customer:cash')
        this.#movementOf(state, customerId).cashChange += amountCents;
      if (account === 'customer:credit') {
        this.#movementOf(state, customerId).creditChange += amountCents;
      }
      if (account === 'customer:debt') {
        this.#movementOf(state, customerId).debtChange -= amountCents;
      }
      if (account === 'customer:withdrawal-hold') {
        this.#hold(state, { accountId: customerId, reference: posting.reference, amountCents });
      }
    }
  }

  /** The change of a hold so far, with its current amount. */
  #hold(state: EngineState, moved: Omit<HoldRow, 'change'>): void {
    const { accountId, reference } = moved;
    const amountCents = getAccount(state, accountId).holds.get(reference) ?? 0;
    const key = `${accountId} ${reference}`;
    const change = (this.#holds.get(key)?.change ?? 0) + moved.amountCents;
    this.#holds.set(key, { accountId, reference, change, amountCents });
  }

  /** The changes so far, with the current balances. */
  #movementOf(state: EngineState, id: AccountId): Movement {
    const { cashCents, creditCents, debtCents } = getAccount(state, id);
    const balances = { cashCents, creditCents, debtCents };
    const movement = this.#movements.get(id);
    if (movement !== undefined) return Object.assign(movement, balances);
    const first = { cashChange: 0, creditChange: 0, debtChange: 0, ...balances };
    this.#movements.set(id, first);
    return first;
  }
}

function getAccount(state: EngineState, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), () => `account ${id} is in memory`);
}

function currentImage(state: EngineState, accountId: AccountId, id: PositionId): PositionImage {
  const position = getAccount(state, accountId).positions.get(id);
  return assertPresent(position, () => `position ${id} is open`);
}
