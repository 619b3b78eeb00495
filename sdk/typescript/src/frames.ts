import type {
  AccountSnapshotFrame,
  AccountUpdateFrame,
  CandleFrame,
  ErrorFrame,
  HeartbeatFrame,
  QuoteFrame,
  UnsubscribedFrame,
} from './generated/types.ts';

export type AccountFrame = AccountSnapshotFrame | AccountUpdateFrame;
export type LatestFrame = QuoteFrame | CandleFrame;
export type StreamFrame =
  | AccountFrame
  | LatestFrame
  | HeartbeatFrame
  | UnsubscribedFrame
  | ErrorFrame;

/** The position in a stream: the last frame that the client received. */
export type Position = { readonly stream: string; readonly seq: number };
