// The streams of the public API: what a client sends over the WebSocket and what it gets. The AsyncAPI
// document and the server's validation follow from these declarations.
import * as z from 'zod/mini';
import { TIMEFRAMES } from '../market.ts';
import { Account, Trade } from './accounts.ts';
import { about, component, InstrumentSymbol, OpaqueId, Time } from './atoms.ts';
import { Candle, Quote } from './markets.ts';
import { EntryOrder } from './orders.ts';
import { Problem } from './problem.ts';
import { Position } from './trading.ts';

export const STREAM_PATH = '/api/v1/stream';
export const STREAM_MESSAGE_BYTES_MAX = 4_096;
export const HEARTBEAT_MS = 1_000;
/** The maximum number of subscriptions per connection. */
export const SUBSCRIPTIONS_MAX = 50;
/** The maximum number of connections per API key. */
export const STREAM_CONNECTIONS_MAX = 10;
/** How many frames of an account a client can miss and still resume from. */
export const FRAMES_KEPT_MAX = 1_000;
/** The maximum number of closed positions, and of ended orders, in a snapshot. */
export const RECENT_MAX = 50;

/** WebSocket close codes of our own, from the range that RFC 6455 leaves to applications. */
export const CLOSE_CODES = {
  /** Close code: the key was revoked or has expired, or its customer is blocked. */
  keyEnded: 4401,
  /** Close code: the client reads an account's frames too slowly. */
  tooSlow: 4408,
  /** Close code: the client sends too many messages. */
  tooMany: 4429,
} as const;

const SYMBOL_PART = '[A-Z0-9]{1,20}';
const CHANNEL_PATTERN = new RegExp(
  `^(quotes:${SYMBOL_PART}|candles:${SYMBOL_PART}:(${TIMEFRAMES.join('|')})|account:[\\w-]{1,32})$`,
);

export const ChannelName = z
  .string()
  .check(
    z.regex(CHANNEL_PATTERN, 'must be a channel such as quotes:BTCUSD'),
    about(
      '`quotes:{symbol}`, `candles:{symbol}:{timeframe}` or `account:{account_id}`.',
      'account:4711',
    ),
  );

const STREAM_ID_LENGTH_MAX = 40;
export const StreamId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(STREAM_ID_LENGTH_MAX),
    z.regex(/^[\w-]+$/, 'must be the stream of an earlier frame'),
    about(
      'The id of the series in which `seq` counts. A new series starts with a snapshot.',
      'q3Zt8w1k',
    ),
  );
const Sequence = z
  .int()
  .check(z.nonnegative(), about('The number of the frame within its stream.', 42));

export const SubscribeMessage = z
  .strictObject({
    op: z.literal('subscribe'),
    channel: ChannelName,
    stream: z.optional(StreamId),
    since: z
      .optional(Sequence)
      .check(
        about(
          'With `stream`: the `seq` of the last frame that you got, to get those after it.',
          42,
        ),
      ),
  })
  .check(
    component(
      'SubscribeMessage',
      'Starts a channel, or asks again for its frames after `since`. The answer is the frames after `since` if they are still kept, else a snapshot.',
    ),
  );

export const UnsubscribeMessage = z
  .strictObject({ op: z.literal('unsubscribe'), channel: ChannelName })
  .check(component('UnsubscribeMessage', 'Ends a channel.'));

export const ClientMessage = z
  .discriminatedUnion('op', [SubscribeMessage, UnsubscribeMessage])
  .check(component('ClientMessage', 'What a client sends.'));
export type ClientMessage = z.infer<typeof ClientMessage>;

export const AccountSnapshot = z
  .object({
    account: Account,
    positions: z.array(Position),
    orders: z.array(EntryOrder).check(about('The pending entry orders.')),
    recent_trades: z
      .array(Trade)
      .check(about(`The latest closed positions, at most ${RECENT_MAX}, newest first.`)),
    recent_orders: z
      .array(EntryOrder)
      .check(about(`The latest entry orders that ended, at most ${RECENT_MAX}, newest first.`)),
  })
  .check(component('AccountSnapshot', 'The whole state of an account.'));
export type AccountSnapshot = z.infer<typeof AccountSnapshot>;

export const AccountUpdate = z
  .object({
    account: Account,
    positions: z.array(Position).check(about('Opened or changed positions, as they are now.')),
    orders: z.array(EntryOrder).check(about('New or changed pending orders, as they are now.')),
    trades: z.array(Trade).check(about('Positions that closed, each once.')),
    ended_orders: z.array(EntryOrder).check(about('Entry orders that ended, each once.')),
    removed_position_ids: z
      .array(OpaqueId)
      .check(about('Positions that are no longer open.', ['4711'])),
  })
  .check(component('AccountUpdate', 'What changed in an account since the frame before.'));
export type AccountUpdate = z.infer<typeof AccountUpdate>;

const CandleUpdate = z
  .object({ symbol: InstrumentSymbol, timeframe: z.enum(TIMEFRAMES), candles: z.array(Candle) })
  .check(component('CandleUpdate', 'The last completed candle and the current one.'));

const head = { channel: ChannelName, stream: StreamId, seq: Sequence };

const AccountSnapshotFrame = z
  .object({ ...head, type: z.literal('snapshot'), at: Time, data: AccountSnapshot })
  .check(component('AccountSnapshotFrame', 'Starts a stream of an account.'));
const AccountUpdateFrame = z
  .object({ ...head, type: z.literal('update'), at: Time, data: AccountUpdate })
  .check(component('AccountUpdateFrame', 'Follows the frame whose `seq` is one less.'));
const QuoteFrame = z
  .object({
    ...head,
    type: z
      .enum(['snapshot', 'update'])
      .check(about('The first frame of a stream is a snapshot.', 'update')),
    at: Time,
    data: Quote,
  })
  .check(component('QuoteFrame', 'The latest quote; a slow reader misses those in between.'));
const CandleFrame = z
  .object({
    ...head,
    type: z
      .enum(['snapshot', 'update'])
      .check(about('The first frame of a stream is a snapshot.', 'update')),
    at: Time,
    data: CandleUpdate,
  })
  .check(component('CandleFrame', 'The latest candles; a slow reader misses those in between.'));
/** A frame that carries data. */
export const DataFrame = z
  .union([AccountSnapshotFrame, AccountUpdateFrame, QuoteFrame, CandleFrame])
  .check(component('Frame', 'A frame of a channel, with its data.'));
export type DataFrame = z.infer<typeof DataFrame>;

export const HeartbeatFrame = z
  .object({ ...head, type: z.literal('heartbeat'), at: Time })
  .check(
    component(
      'HeartbeatFrame',
      'Sent every second for each channel. If its `seq` is larger than the last that you got, subscribe again with `since`.',
    ),
  );
export const UnsubscribedFrame = z
  .object({ channel: ChannelName, type: z.literal('unsubscribed'), at: Time })
  .check(component('UnsubscribedFrame', 'No frame of the channel follows.'));
export const ErrorFrame = z
  .object({
    channel: z
      .nullable(ChannelName)
      .check(about('The channel of the error; null if it concerns none.', 'account:4711')),
    type: z.literal('error'),
    at: Time,
    problem: Problem,
  })
  .check(component('ErrorFrame', 'A message that was rejected, or why the connection ends.'));

export const FRAMES = {
  account: [AccountSnapshotFrame, AccountUpdateFrame, HeartbeatFrame],
  quotes: [QuoteFrame, HeartbeatFrame],
  candles: [CandleFrame, HeartbeatFrame],
} as const;

/** Any frame that a server sends. */
export const ServerFrame = z.union([
  AccountSnapshotFrame,
  AccountUpdateFrame,
  QuoteFrame,
  CandleFrame,
  HeartbeatFrame,
  UnsubscribedFrame,
  ErrorFrame,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
