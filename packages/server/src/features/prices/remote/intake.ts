import type { MarketGap } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { Change, SnapshotReply, SymbolBook } from './market-wire.ts';

/** What takes the prices of another program. */
export type MarketSink = {
  /** Takes a symbol as it is. */
  put(book: SymbolBook): void;
  /** Takes one change, of which none was missed. */
  change(change: Change): void;
  /** Takes every symbol as it is. */
  show(snapshot: Omit<SnapshotReply, 'epoch'>): void;
  /** Says whether the market is heard; while it is not, no symbol is live. */
  setSilent(isSilent: boolean): void;
  /** Takes that prices were missed. */
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
