// Follows the market's combined prices: ten times a second the latest of each changed symbol.
import { SECOND_MS } from '@halyard/core/time';
import type * as z from 'zod/mini';
import { Outage } from '#platform/outage/outage.ts';
import type { FollowMarket, Intake, IntakeOptions, MarketSink } from './intake.ts';
import { BookMessage, MARKET_SUBJECTS, SnapshotReply } from './market-wire.ts';

/** After this time without a message, prices count as stale. */
const SILENCE_MS = 2 * SECOND_MS;
const POLL_MS = 250;
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;

type Message = z.infer<typeof BookMessage>;

export function followBooks(options: IntakeOptions): FollowMarket {
  return (sink) => new BookFollower(options, sink);
}

class BookFollower implements Intake {
  readonly #options: IntakeOptions;
  readonly #sink: MarketSink;
  readonly #ends: readonly (() => void)[];
  #epoch = 0;
  #last: Message | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #isSilent = true;
  #isReading = false;

  constructor(options: IntakeOptions, sink: MarketSink) {
    const { messages } = options;
    this.#options = options;
    this.#sink = sink;
    const silence = setInterval(() => this.#checkSilence(), POLL_MS);
    this.#ends = [
      () => clearInterval(silence),
      messages.subscribe(MARKET_SUBJECTS.book, BookMessage, (message) => this.#hear(message)).end,
      messages.onGap(() => void this.#readAll()),
    ];
  }

  async refresh(): Promise<void> {
    const how = { schema: SnapshotReply, timeoutMs: REQUEST_TIMEOUT_MS };
    const { messages } = this.#options;
    const snapshot = await messages.request(MARKET_SUBJECTS.snapshot, {}, how);
    if (snapshot.epoch < this.#epoch) {
      throw new Outage('no-lease', 'A program that lost its lease answers.');
    }
    this.#epoch = snapshot.epoch;
    this.#sink.show(snapshot);
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  #hear(message: Message): void {
    if (message.epoch < this.#epoch) return;
    this.#epoch = message.epoch;
    const last = this.#last;
    this.#last = message;
    this.#heardAtMs = performance.now();
    for (const book of message.books) this.#sink.put(book);
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#sink.setSilent(false);
    }
    const isNext = last?.source === message.source && last.beat + 1 === message.beat;
    if (isNext) return;
    if (last !== undefined) this.#tellGap(last, message);
    void this.#readAll();
  }

  #tellGap(last: Message, next: Message): void {
    const atMs = this.#options.clock.nowMs();
    this.#sink.gap({
      reason: last.epoch === next.epoch ? 'lost' : 'leader',
      from: { epoch: last.epoch, number: last.beat },
      to: { epoch: next.epoch, number: next.beat },
      noticedAtMs: atMs,
      endedAtMs: atMs,
    });
  }

  #checkSilence(): void {
    const isHeard =
      this.#options.messages.isConnected() && performance.now() - this.#heardAtMs < SILENCE_MS;
    if (this.#isSilent || isHeard) return;
    this.#isSilent = true;
    this.#sink.setSilent(true);
  }

  /** Reads every symbol, because messages may have been missed. */
  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      await this.refresh();
    } catch (error) {
      // The next message reads again.
      this.#last = undefined;
      if (!(error instanceof Outage)) {
        this.#options.log.error({ err: error }, 'prices were not read');
      }
    }
    this.#isReading = false;
  }
}
