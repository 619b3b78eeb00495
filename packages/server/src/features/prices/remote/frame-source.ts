// Sends what the market of this program does to the programs with an engine, as numbered frames.
import type { Market } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { MarketLeader } from '../market-leader.ts';
import { FrameRing } from './frame-ring.ts';
import { FRAME_SUBJECTS, MISSING_MAX, MissingRequest, Nothing } from './market-wire.ts';
import type { Change, FrameSnapshot, Frame, Position } from './market-wire.ts';

/** How often a frame is sent even without changes, which shows that the leader works. */
const BEAT_MS = 100;
/** A frame with so many changes is sent at once. */
const CHANGES_MAX = 500;

export type FrameSourceOptions = {
  readonly messages: Pick<Messages, 'publish' | 'serve'>;
  readonly market: Pick<Market, 'onQuote' | 'onState' | 'session'>;
  readonly leader: Pick<MarketLeader, 'isReady' | 'epoch'>;
  readonly clock: Clock;
  /** Returns every symbol as it is. */
  readonly snapshot: () => Omit<FrameSnapshot, 'number' | 'epoch' | 'sentAtMs'>;
};

export class FrameSource {
  readonly #options: FrameSourceOptions;
  readonly #ring = new FrameRing();
  readonly #ends: readonly (() => void)[];
  #changes: Change[] = [];
  #last: Position = { epoch: 0, number: 0 };
  #isScheduled = false;
  /** Whether something happened that was not sent. */
  #hasSkipped = false;
  #endRequests: (() => void) | undefined;

  constructor(options: FrameSourceOptions) {
    this.#options = options;
    const { market } = options;
    const timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#ends = [
      () => clearInterval(timer),
      market.onQuote((quote) => this.#add({ kind: 'quote', quote })),
      market.onState(({ symbol, state }) =>
        this.#add({ kind: 'state', symbol, state, session: market.session(symbol) }),
      ),
    ];
  }

  /** Sends what happened so far, and returns its frame. Throws an Outage. */
  position(): Position {
    this.#send();
    if (!this.#options.leader.isReady()) {
      throw new Outage('no-lease', 'Another program leads the market.');
    }
    return this.#last;
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#endRequests?.();
  }

  #add(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length >= CHANGES_MAX) {
      this.#send();
      return;
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // What arrives together is sent together.
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#changes.length > 0) this.#send();
    });
  }

  #beat(): void {
    this.#send();
    if (this.#options.leader.isReady()) {
      this.#endRequests ??= this.#serve();
    } else {
      this.#endRequests?.();
      this.#endRequests = undefined;
    }
  }

  #send(): void {
    const { leader, messages } = this.#options;
    const changes = this.#changes;
    this.#changes = [];
    // What another leader must send is not sent by this one.
    if (!leader.isReady()) {
      this.#hasSkipped ||= changes.length > 0;
      return;
    }
    const epoch = leader.epoch();
    if (this.#last.epoch !== epoch) {
      this.#ring.clear();
      this.#last = { epoch, number: 0 };
    } else if (this.#hasSkipped) {
      // A lease that was renewed late: whoever follows must notice that a frame is missing.
      this.#ring.clear();
      this.#last = { epoch, number: this.#last.number + 1 };
    }
    this.#hasSkipped = false;
    this.#last = { epoch, number: this.#last.number + 1 };
    const frame: Frame = { ...this.#last, sentAtMs: this.#options.clock.nowMs(), changes };
    this.#ring.push(frame);
    messages.publish(FRAME_SUBJECTS.frame, frame);
  }

  #serve(): () => void {
    const { messages, snapshot, leader, clock } = this.#options;
    const ends = [
      messages.serve(FRAME_SUBJECTS.missing, MissingRequest, ({ epoch, from, to }) => {
        const isOwn = epoch === leader.epoch() && to - from < MISSING_MAX;
        return { frames: isOwn ? this.#ring.list({ epoch, number: from }, to) : null };
      }),
      messages.serve(FRAME_SUBJECTS.snapshot, Nothing, () => {
        // The symbols' states depend on the time: reading them can add to the next frame.
        const books = snapshot();
        return { ...books, ...this.position(), sentAtMs: clock.nowMs() };
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }
}
