// Follows the frames of the market's leader without gaps. While frames are missing, no symbol is
// live. The follower requests them, and applies them in order if they arrive within a second of the
// last applied frame. Otherwise it reports the gap and continues from the leader's current prices, as
// it does when frames arrive late. The difference between the clocks of both machines is measured: the
// reply with the current prices has just been sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@halyard/core/time';
import type * as z from 'zod/mini';
import { Outage } from '#platform/outage/outage.ts';
import type { FollowMarket, Intake, IntakeOptions, MarketSink } from './intake.ts';
import { Frame, FRAME_SUBJECTS, FrameSnapshot, isBefore, MissingReply } from './market-wire.ts';
import type { Position } from './market-wire.ts';

/** After this time without a frame, prices count as stale: the leader sends ten a second. */
const SILENCE_MS = SECOND_MS;
const POLL_MS = 100;
/** How long after the last applied frame the next ones may still be applied. */
const REPAIR_WITHIN_MS = SECOND_MS;
/** How long a frame may take from the leader to here. */
const DELAY_MAX_MS = SECOND_MS;
const REPAIR_TIMEOUT_MS = 250;
const SNAPSHOT_TIMEOUT_MS = SECOND_MS;
const RETRY_MS = 50;
/** How many frames may wait for one that is missing. */
const WAITING_MAX = 2_000;
/** How long a caller waits for a frame. */
const REACH_TIMEOUT_MS = SECOND_MS;

/** Lets callers wait until a frame is applied. */
export type FollowsFrames = {
  /**
   * Resolves with true once everything up to this frame is applied, and with false if frames of a
   * later leader were applied instead. Throws an Outage after a second.
   */
  reach(at: Position): Promise<boolean>;
  /** Returns by how much the clock of this program is ahead of the leader's, at most. */
  clockOffsetMs(): number;
};

export type FrameFollowing = FollowsFrames & { readonly follow: FollowMarket };

/** Creates a follower of the frames; call `follow` once. */
export function createFrameFollowing(options: IntakeOptions): FrameFollowing {
  let follower: FrameFollower | undefined;
  return {
    follow: (sink) => (follower = new FrameFollower(options, sink)),
    reach: async (at) => (await follower?.reach(at)) ?? false,
    clockOffsetMs: () => follower?.clockOffsetMs() ?? 0,
  };
}

class FrameFollower implements Intake, FollowsFrames {
  readonly #options: IntakeOptions;
  readonly #sink: MarketSink;
  readonly #waiting = new Map<number, Frame>();
  readonly #ends: readonly (() => void)[];
  #epoch = 0;
  /** The last frame that was applied. */
  #at: Position | undefined;
  /** When a frame or a snapshot was last applied. */
  #wholeAtMs = Number.NEGATIVE_INFINITY;
  /** The shortest time that a message of this leader took, by both clocks. */
  #offsetMs = Number.POSITIVE_INFINITY;
  #isSilent = true;
  #isRecovering = false;
  #isClosed = false;
  #hasRefused = false;

  constructor(options: IntakeOptions, sink: MarketSink) {
    this.#options = options;
    this.#sink = sink;
    const { messages } = options;
    const timer = setInterval(() => this.#checkSilence(), POLL_MS);
    this.#ends = [
      () => clearInterval(timer),
      messages.subscribe(FRAME_SUBJECTS.frame, Frame, (frame) => this.#take(frame)).end,
    ];
  }

  /** Does nothing: no snapshot is newer than the frames. */
  async refresh(): Promise<void> {
    await Promise.resolve();
  }

  end(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
  }

  async reach(at: Position): Promise<boolean> {
    const deadlineMs = performance.now() + REACH_TIMEOUT_MS;
    for (;;) {
      const own = this.#at;
      if (own !== undefined && own.epoch > at.epoch) return false;
      if (own !== undefined && !isBefore(own, at)) return true;
      if (performance.now() > deadlineMs) {
        throw new Outage('no-lease', 'The prices of the market have not arrived.');
      }
      await sleep(RETRY_MS / 10);
    }
  }

  clockOffsetMs(): number {
    return this.#offsetMs === Number.POSITIVE_INFINITY ? 0 : this.#offsetMs;
  }

  #take(frame: Frame): void {
    if (frame.epoch < this.#epoch) {
      this.#refuse(frame);
      return;
    }
    if (frame.epoch > this.#epoch) {
      this.#epoch = frame.epoch;
      this.#waiting.clear();
    }
    const at = this.#at;
    if (at?.epoch === frame.epoch && frame.number <= at.number) return;
    const isNext = at?.epoch === frame.epoch && at.number + 1 === frame.number;
    // No frame can be repaired that others of the same age follow.
    if (at?.epoch === frame.epoch && this.#isLate(frame))
      this.#wholeAtMs = Number.NEGATIVE_INFINITY;
    // Late frames, such as those after a pause of this program, count as missed.
    if (isNext && !this.#isRecovering && this.#isInTime()) {
      this.#setSilent(false);
      this.#apply(frame);
      return;
    }
    this.#waiting.set(frame.number, frame);
    // Too many to repair: the snapshot replaces them.
    if (this.#waiting.size > WAITING_MAX) this.#waiting.clear();
    if (!this.#isRecovering) void this.#recover();
  }

  #isLate({ sentAtMs }: Frame): boolean {
    const passedMs = this.#options.clock.nowMs() - sentAtMs;
    this.#offsetMs = Math.min(this.#offsetMs, passedMs);
    return passedMs - this.#offsetMs > DELAY_MAX_MS;
  }

  #refuse({ epoch }: Frame): void {
    if (this.#hasRefused) return;
    this.#hasRefused = true;
    const known = this.#epoch;
    this.#options.log.warn({ epoch, known }, 'prices of an earlier leader are ignored');
  }

  #apply({ epoch, number, changes }: Frame): void {
    this.#at = { epoch, number };
    this.#wholeAtMs = performance.now();
    for (const change of changes) this.#sink.change(change);
  }

  #checkSilence(): void {
    if (performance.now() - this.#wholeAtMs > SILENCE_MS) this.#setSilent(true);
  }

  #setSilent(isSilent: boolean): void {
    if (this.#isSilent === isSilent) return;
    this.#isSilent = isSilent;
    this.#sink.setSilent(isSilent);
  }

  /** Requests the missing frames or a snapshot; no symbol is live meanwhile. */
  async #recover(): Promise<void> {
    this.#isRecovering = true;
    this.#setSilent(true);
    const noticedAtMs = this.#options.clock.nowMs();
    while (!this.#isClosed) {
      try {
        if ((await this.#repair()) || (await this.#startOver(noticedAtMs))) break;
      } catch (error) {
        if (!(error instanceof Outage)) {
          this.#options.log.error({ err: error }, 'missing prices could not be read');
        }
      }
      await sleep(RETRY_MS);
    }
    this.#isRecovering = false;
    if (this.#isClosed) return;
    this.#setSilent(false);
    this.#applyWaiting();
    if (this.#waiting.size > 0) void this.#recover();
  }

  /** Returns whether the missing frames came in time, to be applied with those that wait. */
  async #repair(): Promise<boolean> {
    while (this.#isInTime() && !this.#isClosed) {
      const at = this.#at;
      const to = Math.max(...this.#waiting.keys());
      if (at === undefined || at.epoch !== this.#epoch || to === Number.NEGATIVE_INFINITY) break;
      const wanted = { epoch: at.epoch, from: at.number + 1, to };
      const how = { schema: MissingReply, timeoutMs: REPAIR_TIMEOUT_MS };
      const frames = await this.#tryRequest(FRAME_SUBJECTS.missing, wanted, how);
      if (frames === undefined) {
        await sleep(RETRY_MS);
        continue;
      }
      if (frames.frames === null || at.epoch !== this.#epoch) break;
      for (const frame of frames.frames) this.#waiting.set(frame.number, frame);
      if (this.#isInTime()) return true;
    }
    return false;
  }

  #isInTime(): boolean {
    return performance.now() - this.#wholeAtMs <= REPAIR_WITHIN_MS;
  }

  async #tryRequest<Schema extends z.ZodMiniType>(
    subject: string,
    payload: object,
    how: { readonly schema: Schema; readonly timeoutMs: number },
  ): Promise<z.infer<Schema> | undefined> {
    try {
      return await this.#options.messages.request(subject, payload, how);
    } catch (error) {
      if (error instanceof Outage) return undefined;
      throw error;
    }
  }

  /** Continues from the leader's current prices. Returns false if a later leader is known. */
  async #startOver(noticedAtMs: number): Promise<boolean> {
    const how = { schema: FrameSnapshot, timeoutMs: SNAPSHOT_TIMEOUT_MS };
    const snapshot = await this.#options.messages.request(FRAME_SUBJECTS.snapshot, {}, how);
    const { epoch, number } = snapshot;
    if (epoch < this.#epoch) return false;
    if (epoch > this.#epoch) this.#waiting.clear();
    this.#epoch = epoch;
    const before = this.#at;
    this.#offsetMs = this.#options.clock.nowMs() - snapshot.sentAtMs;
    this.#at = { epoch, number };
    this.#wholeAtMs = performance.now();
    this.#sink.show(snapshot);
    if (before === undefined) return true;
    this.#sink.gap({
      reason: before.epoch === epoch ? 'lost' : 'leader',
      from: before,
      to: this.#at,
      noticedAtMs,
      endedAtMs: this.#options.clock.nowMs(),
    });
    return true;
  }

  /** Applies the waiting frames that directly follow the last applied one. */
  #applyWaiting(): void {
    for (;;) {
      const { epoch, number } = this.#at ?? { epoch: 0, number: 0 };
      for (const early of this.#waiting.keys()) {
        if (early <= number) this.#waiting.delete(early);
      }
      const next = this.#waiting.get(number + 1);
      if (next === undefined || next.epoch !== epoch) return;
      this.#waiting.delete(next.number);
      this.#apply(next);
    }
  }
}
