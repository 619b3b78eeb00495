// The rows of entry orders for engine_adjust.
import type { Quote } from '@halyard/core/instrument';
import type { EntryOrder, OrderEnd } from '@halyard/core/order';
import { Columns } from './array-literal.ts';
import type { Cell } from './array-literal.ts';

export const ORDER_COLUMNS = [
  'id',
  'accountId',
  'symbol',
  'direction',
  'kind',
  'amountCents',
  'leverage',
  'points',
  'stopPoints',
  'stopDistance',
  'targetPoints',
  'targetDistance',
  'trailDistance',
  'expiry',
  'expiresAtMs',
  'ocoId',
  'placedAtMs',
  'outcome',
  'endedAtMs',
  'reason',
  'endBidPoints',
  'endAskPoints',
  'endSequence',
  'endSource',
  'endSourceAtMs',
  'endReceivedAtMs',
  'positionId',
] as const;

type EndRow = Readonly<Record<Exclude<(typeof ORDER_COLUMNS)[number], keyof EntryOrder>, Cell>>;

const STILL_PENDING: EndRow = {
  outcome: null,
  endedAtMs: null,
  reason: null,
  endBidPoints: null,
  endAskPoints: null,
  endSequence: null,
  endSource: null,
  endSourceAtMs: null,
  endReceivedAtMs: null,
  positionId: null,
};

/** An entry order to store; `end` is undefined for a pending one. */
export type OrderImage = { readonly order: EntryOrder; readonly end: OrderEnd | undefined };

export function toOrderColumns(
  images: readonly OrderImage[],
): Columns<(typeof ORDER_COLUMNS)[number]> {
  const columns = new Columns(ORDER_COLUMNS);
  for (const { order, end } of images) columns.add({ ...order, ...toEndRow(end) });
  return columns;
}

function toEndRow(end: OrderEnd | undefined): EndRow {
  if (end === undefined) return STILL_PENDING;
  const { outcome, atMs: endedAtMs, reason, quote, positionId } = end;
  return { ...STILL_PENDING, outcome, endedAtMs, reason, positionId, ...toQuoteRow(quote) };
}

function toQuoteRow(quote: Quote | null): Partial<EndRow> {
  if (quote === null) return {};
  return {
    endBidPoints: quote.bidPoints,
    endAskPoints: quote.askPoints,
    endSequence: quote.sequence,
    endSource: quote.source,
    endSourceAtMs: quote.sourceAtMs,
    endReceivedAtMs: quote.receivedAtMs,
  };
}
