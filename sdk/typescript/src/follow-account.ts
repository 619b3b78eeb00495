// An account's events, in order, through every break of the connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountState, type AccountEvent } from './account-state.ts';
import { HalyardError } from './errors.ts';
import { findMissed, type Missed } from './find-missed.ts';
import type { AccountFrame, Position, StreamFrame } from './frames.ts';
import type { Api } from './generated/api.ts';
import type { AccountSnapshot, AccountSnapshotFrame } from './generated/types.ts';
import type { StreamChannel, StreamConnection } from './stream-connection.ts';

/** Frames that wait for a slow consumer; beyond it the server is asked again later. */
const WAITING_MAX = 1_000;
const RECOVERY_RETRY_MS = 1_000;

export type AccountFollower = AsyncIterable<AccountEvent> & {
  /** As of the last event. */
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

/** Of the first frame, and of the last one. */
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

/** After a gap the ends come first that the frames before the snapshot would have told of. */
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

/** While the API is unreachable the gap stays open. */
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

/** Passes on each frame of the account once, in order. */
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
      // A repeated frame is known; after a missing one the server is asked from the last.
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
