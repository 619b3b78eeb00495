// Who follows which symbols, and in which form. Clients that follow the same ones share a room, so
// that each message is encoded once for all of them.
import type { PricesToClient } from '@halyard/contract/live';
import type { Peer } from '#platform/live/live.ts';

/** `full` is sent as `price`; `short` as `quotes`, with the changed states of all symbols. */
export type PriceForm = 'full' | 'short';

export type PriceRoom = {
  readonly name: string;
  readonly form: PriceForm;
  /** Undefined: all symbols. */
  readonly symbols: readonly string[] | undefined;
  /** The price intervals since the last message. */
  quietIntervals: number;
};

type Follower = Pick<Peer<PricesToClient>, 'id' | 'join' | 'leave'>;

/** Symbols consist of letters and digits, so no set of symbols has this name. */
const EVERYTHING = '*';

export class PriceFollowers {
  readonly #rooms = new Map<string, { readonly room: PriceRoom; count: number }>();
  readonly #roomOf = new Map<string, string>();

  followAll(peer: Follower): void {
    this.#enter(peer, { name: EVERYTHING, form: 'full', symbols: undefined });
  }

  follow(peer: Follower, form: PriceForm, symbols: readonly string[]): void {
    const sorted = symbols.toSorted();
    const name = `${form} ${sorted.join(' ')}`;
    if (this.#roomOf.get(peer.id) !== name) this.#enter(peer, { name, form, symbols: sorted });
  }

  remove(peer: Follower): void {
    const name = this.#roomOf.get(peer.id);
    if (name === undefined) return;
    this.#roomOf.delete(peer.id);
    peer.leave(name);
    const entry = this.#rooms.get(name);
    if (entry === undefined) return;
    entry.count -= 1;
    if (entry.count === 0) this.#rooms.delete(name);
  }

  *rooms(): Iterable<PriceRoom> {
    for (const { room } of this.#rooms.values()) yield room;
  }

  #enter(peer: Follower, wanted: Omit<PriceRoom, 'quietIntervals'>): void {
    this.remove(peer);
    const { name } = wanted;
    const entry = this.#rooms.get(name) ?? { room: { ...wanted, quietIntervals: 0 }, count: 0 };
    entry.count += 1;
    this.#rooms.set(name, entry);
    this.#roomOf.set(peer.id, name);
    peer.join(name);
  }
}
