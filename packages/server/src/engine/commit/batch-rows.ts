// The rows of a batch for engine_commit, column by column.
import type { AccountTerms } from '@halyard/core/engine';
import type { Points, Quote } from '@halyard/core/instrument';
import type { Posting } from '@halyard/core/ledger';
import type { AccountId, ClosedPosition, Position } from '@halyard/core/position';

import { Columns } from './array-literal.ts';
import type { Cell } from './array-literal.ts';
import { columnsOf } from './commit-columns.ts';
import type { CommitColumn } from './commit-columns.ts';

type ClosingRow = Readonly<
  Record<
    Exclude<CommitColumn<'set'>, 'id' | 'amountCents' | 'stopPoints' | 'targetPoints' | 'carry'>,
    Cell
  >
>;

const STILL_OPEN: ClosingRow = {
  closePoints: null,
  closedAtMs: null,
  closeBidPoints: null,
  closeAskPoints: null,
  closeSequence: null,
  closeSource: null,
  closeSourceAtMs: null,
  closeReceivedAtMs: null,
  closingReason: null,
  profitCents: null,
  closeRequestedPoints: null,
};

export type PositionImage = Position | ClosedPosition;

/** The price that the customer requested at the opening; only the position's row stores it. */
export type OpenSeen = { readonly openRequestedPoints: Points | null };

export type BalanceRow = {
  readonly id: AccountId;
  readonly cashChange: number;
  readonly cashCents: number;
  readonly creditChange: number;
  readonly creditCents: number;
  readonly debtChange: number;
  readonly debtCents: number;
};

export type ToldRow = {
  readonly id: AccountId;
  readonly warnedPercent: number | null;
  readonly financedDay: string | null;
};

export type HoldRow = {
  readonly accountId: AccountId;
  readonly reference: string;
  readonly change: number;
  readonly amountCents: number;
};

export type NoticeRow = {
  readonly sequence: number;
  readonly accountId: AccountId;
  readonly kind: string;
  readonly atMs: number;
  readonly facts: string;
};

export type CommandRow = {
  readonly sequence: number;
  readonly accountId: AccountId;
  readonly requestId: string;
  readonly contentHash: string;
  readonly isRefused: boolean;
  /** The command's outcome as JSON on one line. */
  readonly outcome: string;
};

export class BatchRows {
  readonly #added = new Columns(columnsOf('added'));
  readonly #terms = new Columns(columnsOf('terms'));
  readonly #balances = new Columns(columnsOf('balance'));
  readonly #told = new Columns(columnsOf('told'));
  readonly #holds = new Columns(columnsOf('hold'));
  readonly #created = new Columns(columnsOf('new'));
  readonly #changed = new Columns(columnsOf('set'));
  readonly #postings = new Columns(columnsOf('posting'));
  readonly #entries = new Columns(columnsOf('entry'));
  readonly #financing = new Columns(columnsOf('financing'));
  readonly #notices = new Columns(columnsOf('notice'));
  readonly #commands = new Columns(columnsOf('command'));
  readonly #outcomes: string[] = [];

  addTerms(id: AccountId, terms: AccountTerms, isAdded: boolean): void {
    if (isAdded) this.#added.add({ id });
    const { status, isVerified, clientCategory, hasGuaranteedStop } = terms;
    this.#terms.add({
      id,
      status,
      isVerified,
      clientCategory,
      hasGuaranteedStop,
      permittedCategories: JSON.stringify(terms.permittedCategories),
      leverageIndexes: JSON.stringify(terms.leverageIndexes),
      sharesProtection: terms.sharesProtection === true,
    });
  }

  addBalance(row: BalanceRow): void {
    this.#balances.add(row);
  }

  addTold(row: ToldRow): void {
    this.#told.add(row);
  }

  addHold(row: HoldRow): void {
    this.#holds.add(row);
  }

  addCreated(position: PositionImage, seen: OpenSeen): void {
    this.#created.add({
      ...position,
      ...seen,
      carry: position.carry ?? null,
      ...openQuoteRow(position.openQuote),
      ...closingRow(position),
    });
  }

  addChanged(position: PositionImage): void {
    const { id, amountCents, stopPoints, targetPoints, carry = null } = position;
    const standing = { id, amountCents, stopPoints, targetPoints, carry };
    this.#changed.add({ ...standing, ...closingRow(position) });
  }

  addPosting(id: number, posting: Posting): void {
    const { kind, reference, uniqueKey, atMs } = posting;
    this.#postings.add({ id, kind, reference, uniqueKey, atMs });
    posting.entries.forEach(({ account, customerId, amountCents }, line) => {
      this.#entries.add({ postingId: id, line, account, customerId, amountCents });
    });
    if (posting.financing !== undefined)
      this.#financing.add({ postingId: id, ...posting.financing });
  }

  addNotice(row: NoticeRow): void {
    this.#notices.add(row);
  }

  addCommand({ outcome, ...row }: CommandRow): void {
    this.#commands.add(row);
    this.#outcomes.push(outcome);
  }

  /** Returns the values of COMMIT_PARAMETERS after the epoch and the batch number. */
  toLiterals(): readonly string[] {
    const literals: string[] = [];
    this.#added.writeTo(literals);
    this.#terms.writeTo(literals);
    this.#balances.writeTo(literals);
    this.#told.writeTo(literals);
    this.#holds.writeTo(literals);
    this.#created.writeTo(literals);
    this.#changed.writeTo(literals);
    this.#postings.writeTo(literals);
    this.#entries.writeTo(literals);
    this.#financing.writeTo(literals);
    this.#notices.writeTo(literals);
    this.#commands.writeTo(literals);
    literals.push(this.#outcomes.join('\n'));
    return literals;
  }
}

function openQuoteRow(quote: Quote): {
  readonly openBidPoints: number;
  readonly openAskPoints: number;
  readonly openSequence: number;
  readonly openSource: string;
  readonly openSourceAtMs: number;
  readonly openReceivedAtMs: number;
} {
  return {
    openBidPoints: quote.bidPoints,
    openAskPoints: quote.askPoints,
    openSequence: quote.sequence,
    openSource: quote.source,
    openSourceAtMs: quote.sourceAtMs,
    openReceivedAtMs: quote.receivedAtMs,
  };
}

function closingRow(position: PositionImage): ClosingRow {
  if (!('closedAtMs' in position)) return STILL_OPEN;
  const { closePoints, closedAtMs, closeQuote, closingReason, profitCents, closeRequestedPoints } =
    position;
  return {
    closePoints,
    closedAtMs,
    closeBidPoints: closeQuote.bidPoints,
    closeAskPoints: closeQuote.askPoints,
    closeSequence: closeQuote.sequence,
    closeSource: closeQuote.source,
    closeSourceAtMs: closeQuote.sourceAtMs,
    closeReceivedAtMs: closeQuote.receivedAtMs,
    closingReason,
    profitCents,
    closeRequestedPoints: closeRequestedPoints ?? null,
  };
}
