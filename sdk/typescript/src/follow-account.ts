// The events of an account in order, across interruptions of the connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountState, type AccountEvent } from './account-state.ts';
import { HalyardError } from './errors.ts';
import { findMissed, type Missed } from './find-missed.ts';
import type { AccountFrame, Position, StreamFrame } from './frames.ts';
import type { Api } from './generated/api.ts';
import type { AccountSnapshot, AccountSnapshotFrame } from './generated/types.ts';
import type { StreamChannel, StreamConnection } from './stream-connection.ts';

/**
 * The maximum number of frames that wait for a slow consumer. Beyond it the channel pauses, and the
 * consumer's next read requests the missing frames.
 */
const WAITING_MAX = 1_000;
const RECOVERY_RETRY_MS = 1_000;

export type AccountFollower = AsyncIterable<AccountEvent> & {
  /** The state after the last event that was read. */
  readonly state: Pick<AccountState, 'account' | 'orders' | 'positions'>;
};

type FollowOptions = {
  readonly api: Api;
  readonly connection: StreamConnection;
  readonly accountId: string;
};

export function followAccount(options: FollowOptions): AccountFollower {
  const state = new AccountState();
  return { state, [Symbol.asyncIterator]: () => iterate(options, state) };
}

/** The times of the first and of the last frame. */
type Times = { readonly firstAt: string; readonly lastAt: string };

async function* iterate(
  { api, connection, accountId }: FollowOptions,
  state: AccountState,
): AsyncGenerator<AccountEvent, void, undefined> {
  const channel = new AccountChannel(`account:${accountId}`, connection);
  let times: Times | undefined;
  connection.open(channel);
  try {
    for (;;) {
      const frame = await channel.next();
      yield* isSnapshot(frame)
        ? await takeSnapshot({ api, accountId, times }, state, frame.data)
        : state.takeUpdate(frame.data);
      times = { firstAt: times?.firstAt ?? frame.at, lastAt: frame.at };
    }
  } finally {
    connection.leave(channel);
  }
}

/**
 * Returns the events of a snapshot. After a gap, the trades and ended orders of the missed frames
 * come first.
 */
async function takeSnapshot(
  gap: { readonly api: Api; readonly accountId: string; readonly times: Times | undefined },
  state: AccountState,
  snapshot: AccountSnapshot,
): Promise<readonly AccountEvent[]> {
  const { api, accountId, times } = gap;
  if (times === undefined) {
    state.begin(snapshot);
    return [state.takeSnapshot(snapshot)];
  }
  const openIds = [...state.positions.keys()];
  const pendingIds = [...state.orders.keys()];
  const absence = { ...times, accountId, openIds, pendingIds, snapshot };
  const { trades, orders } = await untilFound(async () => await findMissed(api, absence));
  return [...state.takeEnded(trades, orders), state.takeSnapshot(snapshot)];
}

function isSnapshot(frame: AccountFrame): frame is AccountSnapshotFrame {
  return frame.type === 'snapshot';
}

/** Retries while the API is unreachable, because the gap can't be closed without it. */
async function untilFound(find: () => Promise<Missed>): Promise<Missed> {
  for (;;) {
    try {
      return await find();
    } catch (error) {
      const isPassing =
        error instanceof HalyardError && (!('status' in error) || isServerError(error.status));
      if (!isPassing) throw error;
      await sleep(RECOVERY_RETRY_MS);
    }
  }
}

function isServerError(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 429);
}

/** Delivers each frame of the account once and in order. */
class AccountChannel implements StreamChannel {
  readonly name: string;
  readonly #connection: StreamConnection;
  readonly #waiting: AccountFrame[] = [];
  #last: Position | undefined;
  #isPaused = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(name: string, connection: StreamConnection) {
    this.name = name;
    this.#connection = connection;
  }

  position(): Position | undefined {
    return this.#last;
  }

  receive(frame: StreamFrame): void {
    if (frame.type === 'unsubscribed' || frame.type === 'error' || this.#isPaused) return;
    const { stream, seq } = frame;
    const isSameStream = stream === this.#last?.stream;
    const expected = (this.#last?.seq ?? 0) + 1;
    if (frame.type === 'heartbeat') {
      if (isSameStream && seq >= expected) this.#connection.subscribe(this);
      return;
    }
    if (!isAccountFrame(frame)) return;
    if (frame.type === 'update' && (!isSameStream || seq !== expected)) {
      // A repeated frame is dropped. After a missing one, the frames since the last are requested.
      if (!isSameStream || seq > expected) this.#connection.subscribe(this);
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) {
      this.#isPaused = true;
      this.#connection.pause(this);
      return;
    }
    this.#last = { stream, seq };
    this.#waiting.push(frame);
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#wake?.();
  }

  async next(): Promise<AccountFrame> {
    for (;;) {
      const frame = this.#waiting.shift();
      if (frame !== undefined) return frame;
      if (this.#error !== undefined) throw this.#error;
      if (this.#isPaused) {
        this.#isPaused = false;
        this.#connection.subscribe(this);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

function isAccountFrame(frame: StreamFrame): frame is AccountFrame {
  return frame.type === 'snapshot' || frame.type === 'update' ? 'account' in frame.data : false;
}
