import type { MarketGap } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { Change, SnapshotReply, SymbolBook } from './market-wire.ts';

/** Receives the prices of another program. */
export type MarketSink = {
  /** Replaces the quote, state and session of a symbol. */
  put(book: SymbolBook): void;
  /** Applies a change; none before it was missed. */
  change(change: Change): void;
  /** Replaces those of every symbol. */
  show(snapshot: Omit<SnapshotReply, 'epoch'>): void;
  /** Sets whether messages of the market are missing; meanwhile no symbol is live. */
  setSilent(isSilent: boolean): void;
  /** Notifies that prices were missed. */
  gap(gap: MarketGap): void;
};

/** How the prices of another program arrive. */
export type Intake = {
  /** Reads every symbol now, where that is newer than what has arrived. Throws an Outage. */
  refresh(): Promise<void>;
  end(): void;
};

export type FollowMarket = (sink: MarketSink) => Intake;

export type IntakeOptions = {
  readonly messages: Pick<Messages, 'request' | 'subscribe' | 'onGap' | 'isConnected'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>;
};
