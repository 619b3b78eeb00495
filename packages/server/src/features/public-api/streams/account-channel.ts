// One account's stream: the frames after each commit, the snapshot that a client starts with, and
// the frames that a resuming client missed. A commit wakes the channel. It reads the state, which
// includes all commits reported so far, and sends the differences from the previous state. Closes
// and order ends come from the commits themselves, so each is in exactly one frame, however many
// commits a frame covers.
import { randomBytes } from 'node:crypto';
import { FRAMES_KEPT_MAX, RECENT_MAX } from '@halyard/contract/v1/stream';
import type { AccountSnapshot, AccountUpdate } from '@halyard/contract/v1/stream';
import { toAccountId } from '@halyard/contract/v1/atoms';
import type { Order as WireOrder } from '@halyard/contract/orders';
import type { Position as WirePosition } from '@halyard/contract/trading';
import type { Instrument } from '@halyard/core/instrument';
import type { AccountState, Ended, Sourced } from '#features/trading/trading.ts';
import { decimalsOf } from '../decimals-of.ts';
import { toAccount, toEntryOrder, toPosition, toTrade } from '../to-v1.ts';
import type { KeyAccount } from '../to-v1.ts';
import { FrameLog } from './frame-log.ts';
import type { Channel, Position, Since, Subscriber } from './subscriber.ts';

const STREAM_ID_BYTES = 12;

export type AccountChannelOptions = {
  readonly account: KeyAccount;
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly read: () => Promise<AccountState>;
  readonly listEnded: () => Promise<Ended>;
  readonly nowMs: () => number;
};

type Recent = { readonly trades: readonly WirePosition[]; readonly orders: readonly WireOrder[] };
type Known = { readonly state: AccountState; readonly recent: Recent };

const NOTHING: Ended = { trades: [], orders: [] };

export class AccountChannel implements Channel {
  readonly name: string;
  readonly #options: AccountChannelOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Subscribers that get a snapshot as soon as the state is read. */
  readonly #waiting = new Set<Subscriber>();
  #stream = newStream();
  #log = new FrameLog(FRAMES_KEPT_MAX);
  #seq = 0;
  #known: Known | undefined;
  #ended: Ended = NOTHING;

  constructor(options: AccountChannelOptions) {
    this.#options = options;
    const { environment, customerId } = options.account;
    this.name = `account:${toAccountId(environment, customerId)}`;
  }

  get isUsed(): boolean {
    return this.#subscribers.size > 0;
  }

  position(): Position | undefined {
    return this.#known === undefined ? undefined : { stream: this.#stream, seq: this.#seq };
  }

  subscribe(subscriber: Subscriber, since: Since): void {
    this.#subscribers.add(subscriber);
    if (this.#known === undefined) {
      this.#waiting.add(subscriber);
      return;
    }
    const rest = since?.stream === this.#stream ? this.#log.after(since.seq, this.#seq) : undefined;
    if (rest === undefined) subscriber.deliver(this.#toSnapshot(this.#known));
    else for (const text of rest) subscriber.deliver(text);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.#waiting.delete(subscriber);
  }

  /** Records what a commit ended; `refresh` sends it. */
  note({ trades, orders }: Ended): void {
    this.#ended = {
      trades: [...this.#ended.trades, ...trades],
      orders: [...this.#ended.orders, ...orders],
    };
  }

  /**
   * Reads the state and sends what is new. Calls do not overlap. Errors of reading are passed on.
   */
  async refresh(): Promise<void> {
    if (this.#known === undefined) {
      const stream = this.#stream;
      const recent = await this.#options.listEnded();
      const state = await this.#options.read();
      // The stream was restarted in the meantime because commits were missed, so this result is
      // discarded.
      if (stream !== this.#stream) return;
      this.#start(state, recent);
      return;
    }
    const stream = this.#stream;
    const state = await this.#options.read();
    if (stream === this.#stream && this.#known !== undefined) this.#follow(this.#known, state);
  }

  /** Starts a new stream, because commits may have been missed. All subscribers get a snapshot. */
  restart(): void {
    this.#stream = newStream();
    this.#log = new FrameLog(FRAMES_KEPT_MAX);
    this.#seq = 0;
    this.#known = undefined;
    this.#ended = NOTHING;
    for (const subscriber of this.#subscribers) this.#waiting.add(subscriber);
  }

  #start(state: AccountState, recent: Recent): void {
    // The list may or may not contain what ended while it was read, so both are merged.
    this.#known = { state, recent: merge(this.#ended, recent) };
    this.#ended = NOTHING;
    const text = this.#toSnapshot(this.#known);
    for (const subscriber of this.#waiting) subscriber.deliver(text);
    this.#waiting.clear();
  }

  #follow(before: Known, state: AccountState): void {
    const ended = this.#ended;
    this.#ended = NOTHING;
    this.#known = { state, recent: merge(ended, before.recent) };
    const data = this.#toUpdate(before.state, state, ended);
    if (data === undefined) return;
    this.#seq += 1;
    const text = this.#toFrame('update', data);
    this.#log.add(this.#seq, text);
    for (const subscriber of this.#subscribers) subscriber.deliver(text);
  }

  #toUpdate(before: AccountState, now: AccountState, ended: Ended): AccountUpdate | undefined {
    const open = new Set(now.positions.map(({ wire }) => wire.id));
    const update = {
      account: toAccount(this.#options.account, now.figures),
      positions: listChanged(before.positions, now.positions).map(this.#position),
      orders: listChanged(before.orders, now.orders).map(this.#order),
      trades: ended.trades.map((one) => toTrade(one, this.#decimals(one))),
      ended_orders: ended.orders.map(this.#order),
      removed_position_ids: before.positions
        .filter(({ wire }) => !open.has(wire.id))
        .map(({ wire }) => String(wire.id)),
    };
    const { account, ...lists } = update;
    const isSame =
      Object.values(lists).every(({ length }) => length === 0) &&
      account.balance === toAccount(this.#options.account, before.figures).balance;
    return isSame ? undefined : update;
  }

  #toSnapshot({ state, recent }: Known): string {
    const data: AccountSnapshot = {
      account: toAccount(this.#options.account, state.figures),
      positions: state.positions.map(({ wire }) => this.#position(wire)),
      orders: state.orders.map(({ wire }) => this.#order(wire)),
      recent_trades: recent.trades.map((one) => toTrade(one, this.#decimals(one))),
      recent_orders: recent.orders.map(this.#order),
    };
    return this.#toFrame('snapshot', data);
  }

  #toFrame(type: 'snapshot' | 'update', data: AccountSnapshot | AccountUpdate): string {
    const at = new Date(this.#options.nowMs()).toISOString();
    const { name: channel } = this;
    return JSON.stringify({ channel, stream: this.#stream, seq: this.#seq, type, at, data });
  }

  readonly #decimals = ({ symbol }: { readonly symbol: string }): number =>
    decimalsOf(this.#options.listed, symbol);
  readonly #position = (wire: WirePosition) => toPosition(wire, this.#decimals(wire));
  readonly #order = (wire: WireOrder) => toEntryOrder(wire, this.#decimals(wire));
}

function newStream(): string {
  return randomBytes(STREAM_ID_BYTES).toString('base64url');
}

function listChanged<Wire extends { readonly id: number }>(
  before: readonly Sourced<Wire>[],
  now: readonly Sourced<Wire>[],
): Wire[] {
  const known = new Set(before.map(({ source }) => source));
  return now.filter(({ source }) => !known.has(source)).map(({ wire }) => wire);
}

/** Merges two lists of ended trades and orders: the latest, newest first, without duplicates. */
function merge(ended: Ended, recent: Recent): Recent {
  return {
    trades: latest([...ended.trades.toReversed(), ...recent.trades]),
    orders: latest([...ended.orders.toReversed(), ...recent.orders]),
  };
}

function latest<One extends { readonly id: number }>(all: readonly One[]): readonly One[] {
  const byId = new Map<number, One>();
  for (const one of all) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()].slice(0, RECENT_MAX);
}
