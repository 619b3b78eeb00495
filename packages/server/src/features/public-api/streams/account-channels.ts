// The channels of streamed accounts. A channel stays for a while after its last client has left, so
// that a returning client can resume.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { RECENT_MAX } from '@halyard/contract/v1/stream';
import type { Instrument } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import type { AccountFeed } from '#features/trading/trading.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { AccountChannel } from './account-channel.ts';

const KEPT_MS = 5 * MINUTE_MS;
/**
 * The maximum number of channels without a client; the one that was left first is removed first.
 */
const IDLE_MAX = 1_000;
/** How long commits are collected into one frame. */
const GATHER_MS = 10;
const RETRY_MS = 250;

export type AccountChannelsOptions = {
  readonly environment: AccountKind;
  readonly accountFeed: AccountFeed;
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
};

type Entry = {
  readonly unfollow: () => void;
  readonly channel: AccountChannel;
  isRunning: boolean;
  isDue: boolean;
  /** Since when the channel has no client; undefined while it has one. */
  idleSinceMs: number | undefined;
};

export class AccountChannels {
  readonly #options: AccountChannelsOptions;
  readonly #entries = new Map<number, Entry>();
  readonly #closing = new AbortController();
  readonly #endResumed: () => void;

  constructor(options: AccountChannelsOptions) {
    this.#options = options;
    const { accountFeed } = options;
    this.#endResumed = accountFeed.onResumed(() => {
      for (const entry of this.#entries.values()) {
        entry.channel.restart();
        this.#wake(entry);
      }
    });
  }

  /** Returns the channel of an account; it sends a snapshot once it has one. */
  open(accountId: number): AccountChannel {
    const known = this.#entries.get(accountId);
    if (known !== undefined) {
      known.idleSinceMs = undefined;
      return known.channel;
    }
    const { environment, accountFeed, clock, listed } = this.#options;
    const channel = new AccountChannel({
      account: { customerId: accountId, environment },
      listed,
      read: async () => await accountFeed.read(accountId),
      listEnded: async () => await accountFeed.listEnded(accountId, RECENT_MAX),
      nowMs: () => clock.nowMs(),
    });
    const unfollow = accountFeed.follow(accountId, (readEnded) => {
      channel.note(readEnded());
      this.#wake(entry);
    });
    const entry: Entry = {
      unfollow,
      channel,
      isRunning: false,
      isDue: false,
      idleSinceMs: undefined,
    };
    this.#entries.set(accountId, entry);
    this.#wake(entry);
    return channel;
  }

  /** Removes channels that have had no client for a while; called every second. */
  cleanup(): void {
    const nowMs = this.#options.clock.nowMs();
    const idle: number[] = [];
    for (const [accountId, entry] of this.#entries) {
      if (entry.channel.isUsed) {
        entry.idleSinceMs = undefined;
        continue;
      }
      entry.idleSinceMs ??= nowMs;
      if (nowMs - entry.idleSinceMs >= KEPT_MS) this.#remove(accountId);
      else idle.push(accountId);
    }
    for (const accountId of idle.slice(0, Math.max(0, idle.length - IDLE_MAX))) {
      this.#remove(accountId);
    }
  }

  close(): void {
    this.#endResumed();
    for (const { unfollow } of this.#entries.values()) unfollow();
    this.#closing.abort();
  }

  #remove(accountId: number): void {
    this.#entries.get(accountId)?.unfollow();
    this.#entries.delete(accountId);
  }

  #wake(entry: Entry): void {
    entry.isDue = true;
    if (!entry.isRunning) void this.#run(entry);
  }

  async #run(entry: Entry): Promise<void> {
    const { signal } = this.#closing;
    entry.isRunning = true;
    while (entry.isDue && !signal.aborted) {
      entry.isDue = false;
      const waitMs = await this.#refresh(entry);
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    entry.isRunning = false;
  }

  async #refresh(entry: Entry): Promise<number> {
    try {
      await entry.channel.refresh();
      return GATHER_MS;
    } catch (error) {
      // Without a lease there is no state, so the frame is retried later.
      if (error instanceof Outage) entry.isDue = true;
      else this.#options.log.error({ err: error }, 'an account could not be streamed');
      return RETRY_MS;
    }
  }
}
