// The engine of another program. Its answers are never older than one that this program has seen:
// each names the version that it has, and each request the version that it must have.
import type { AccountCommand, SymbolMarket } from '@halyard/core/engine';
import type { Account } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';
import { SECOND_MS } from '@halyard/core/time';
import type * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import type { Messages, Subscribed } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { AccountChange, EngineClient, Followed } from '../engine-interface.ts';
import { systemTime } from '../engine-time.ts';
import type { EngineTime } from '../engine-time.ts';
import type { Outcome } from '../outcome.ts';
import { SeenVersions } from './seen-versions.ts';
import {
  AccountReply,
  ChangeMessage,
  fromWireAccount,
  StatusMessage,
  SubmitReply,
  subjectsOf,
  toEvents,
  toOutcome,
} from './wire.ts';
import type { EngineName, Subjects } from './wire.ts';
import { tellListeners } from '../tell-listeners.ts';

/** How long a request is repeated; then its outcome is unknown. */
const ANSWER_TIMEOUT_MS = 5 * SECOND_MS;
/** After this time without a sign of life, the engine counts as unavailable. */
const SILENCE_MS = 2 * SECOND_MS;
const POLL_MS = 250;
/** The pause after an answer of an engine that has lost its lease. */
const STALE_WAIT_MS = 100;

export type RemoteEngineOptions = {
  readonly messages: Pick<Messages, 'request' | 'subscribe' | 'onGap' | 'isConnected'>;
  readonly name: EngineName;
  /** Returns the engine's last quote and state of a symbol, which the market sends. */
  readonly market: (symbol: string) => Readonly<SymbolMarket>;
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>;
  readonly timeoutMs?: number;
  /** The system's unless a test sets one. */
  readonly time?: Pick<EngineTime, 'monotonicMs' | 'after'>;
};

export type RemoteEngine = EngineClient & { close(): void };

type Listener = (change: AccountChange) => void;
type Watched = { readonly subscribed: Subscribed; readonly listeners: Set<Listener> };
type Status = z.infer<typeof StatusMessage>;

export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  return new NatsEngine(options);
}

class NatsEngine implements RemoteEngine {
  readonly #options: RemoteEngineOptions;
  readonly #time: Pick<EngineTime, 'monotonicMs' | 'after'>;
  readonly #subjects: Subjects;
  readonly #seen = new SeenVersions();
  readonly #watched = new Map<AccountId, Watched>();
  readonly #resumeListeners = new Set<() => void>();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #ends: readonly (() => void)[];
  #status: Status | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #wasSilent = false;
  #cancelCheck: () => void = () => undefined;

  constructor(options: RemoteEngineOptions) {
    const { messages, name } = options;
    this.#options = options;
    this.#time = options.time ?? systemTime;
    this.#subjects = subjectsOf(name);
    this.#firstReady.promise.catch(() => undefined);
    this.#checkLater();
    this.#ends = [
      () => this.#cancelCheck(),
      messages.subscribe(this.#subjects.status, StatusMessage, (status) => this.#hear(status)).end,
      messages.onGap(() => this.#resume()),
    ];
  }

  async submit(requestId: string, command: AccountCommand): Promise<Outcome> {
    const deadlineMs = this.#time.monotonicMs() + this.#timeoutMs;
    for (;;) {
      const reply = await this.#request(this.#subjects.submit, SubmitReply, { requestId, command });
      if (!this.#seen.isOfEarlierEpoch(reply.at)) {
        this.#seen.note(command.accountId, reply.at);
        return toOutcome(reply);
      }
      if (this.#time.monotonicMs() > deadlineMs) {
        throw new Outage('no-lease', 'An engine without the lease answers.');
      }
      // The same request is executed once, whichever engine answers it.
      await new Promise<void>((resolve) => void this.#time.after(STALE_WAIT_MS, resolve));
    }
  }

  async account(id: AccountId): Promise<Readonly<Account> | undefined> {
    const deadlineMs = this.#time.monotonicMs() + this.#timeoutMs;
    for (;;) {
      const atLeast = this.#seen.find(id);
      const reply = await this.#request(this.#subjects.account, AccountReply, { id, atLeast });
      // A change can arrive before an older state of the account does.
      if (!this.#seen.isNewer(id, reply.at)) {
        this.#seen.note(id, reply.at);
        return reply.account === null ? undefined : fromWireAccount(reply.account);
      }
      if (this.#time.monotonicMs() > deadlineMs) {
        throw new Outage('no-lease', 'The engine answers with an older state.');
      }
    }
  }

  market(symbol: string): Readonly<SymbolMarket> {
    return this.#options.market(symbol);
  }

  follow(id: AccountId, listener: Listener): Followed {
    const watched = this.#watched.get(id) ?? this.#watch(id);
    const own: Listener = (change) => listener(change);
    watched.listeners.add(own);
    return {
      begun: watched.subscribed.begun,
      end: () => {
        watched.listeners.delete(own);
        if (watched.listeners.size > 0 || this.#watched.get(id) !== watched) return;
        watched.subscribed.end();
        this.#watched.delete(id);
      },
    };
  }

  onResumed(listener: () => void): () => void {
    this.#resumeListeners.add(listener);
    return () => void this.#resumeListeners.delete(listener);
  }

  isReady(): boolean {
    return (
      this.#options.messages.isConnected() &&
      this.#time.monotonicMs() - this.#heardAtMs < SILENCE_MS
    );
  }

  async whenReady(): Promise<void> {
    await this.#firstReady.promise;
  }

  close(): void {
    this.#firstReady.reject(new Outage('stopping', 'The program is stopping.'));
    for (const end of this.#ends) end();
    for (const { subscribed } of this.#watched.values()) subscribed.end();
    this.#watched.clear();
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? ANSWER_TIMEOUT_MS;
  }

  async #request<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    payload: object,
  ): Promise<z.infer<Schema>> {
    const how = { schema, timeoutMs: this.#timeoutMs };
    return await this.#options.messages.request(subject, payload, how);
  }

  #watch(id: AccountId): Watched {
    const listeners = new Set<Listener>();
    const subject = this.#subjects.change(id);
    const subscribed = this.#options.messages.subscribe(subject, ChangeMessage, (change) => {
      this.#seen.note(id, change.at);
      if (change.events === null) this.#resume();
      else tellListeners(this.#options.log, listeners, { events: toEvents(change.events) });
    });
    const watched = { subscribed, listeners };
    this.#watched.set(id, watched);
    return watched;
  }

  /** Takes a sign of life, and finds out whether messages were lost since the last one. */
  #hear(status: Status): void {
    const last = this.#status;
    this.#status = status;
    this.#heardAtMs = this.#time.monotonicMs();
    this.#seen.noteEpoch(status.at);
    const isWhole =
      last?.source === status.source &&
      last.at.epoch === status.at.epoch &&
      last.beat + 1 === status.beat;
    if (last === undefined) {
      this.#options.log.info(
        { engine: this.#options.name },
        'the engine of another program answers',
      );
      this.#firstReady.resolve();
    } else if (!isWhole || this.#wasSilent) {
      this.#resume();
    }
    this.#wasSilent = false;
  }

  #checkLater(): void {
    this.#cancelCheck = this.#time.after(POLL_MS, () => {
      this.#checkLater();
      this.#checkSilence();
    });
  }

  #checkSilence(): void {
    if (this.#status === undefined || this.#wasSilent || this.isReady()) return;
    this.#wasSilent = true;
    this.#options.log.warn(
      { engine: this.#options.name },
      'the engine of another program is silent',
    );
  }

  #resume(): void {
    tellListeners(this.#options.log, this.#resumeListeners, undefined);
  }
}
