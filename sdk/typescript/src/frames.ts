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

/** The last frame that a client has. */
export type Position = { readonly stream: string; readonly seq: number };
