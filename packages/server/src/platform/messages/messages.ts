// Messages between the programs of an installation, over NATS core. A message can be lost, and a
// request can arrive twice: whoever sends one must be able to repeat it. Payloads are JSON and are
// never logged.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import type { ConnectionOptions, Msg, NatsConnection } from '@nats-io/transport-node';
import { SECOND_MS } from '@halyard/core/time';
import type * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { encode, parse } from './payload.ts';
import { Replies } from './replies.ts';
import { createResponder } from './respond.ts';

const RECONNECT_WAIT_MS = 250;
/** After a refusal, such as that of a password, until it is tried again. */
const REFUSED_WAIT_MS = 30 * SECOND_MS;
const PING_EVERY_MS = 5 * SECOND_MS;
/** How many pings may be unanswered before the connection counts as dead. */
const PINGS_MAX = 2;
const WARN_EVERY_MS = 30 * SECOND_MS;

export type MessagesSettings = {
  /** Addresses of one NATS cluster: `nats://host:4222` or `tls://host:4222`. */
  readonly urls: readonly string[];
  /** The content of a file of credentials: a JWT and a key. */
  readonly credentials: string | undefined;
  /** The certificate authority of the servers; undefined for those that Node.js knows. */
  readonly caFile: string | undefined;
  /** The first tokens of every subject; one per installation. */
  readonly prefix: string;
};

export type Subscribed = {
  /** Resolves when no further message is missed. Rejects with an Outage. */
  readonly begun: Promise<void>;
  end(): void;
};

export type Messages = {
  /** Sends a message to whoever subscribes; while disconnected it is dropped. */
  publish(subject: string, payload: object): void;
  /** Calls the listener with each message that fits the schema; others are dropped. */
  subscribe<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    listener: (payload: z.infer<Schema>) => void,
  ): Subscribed;
  /** Answers requests. An Outage reaches the requester as one; other errors are logged. */
  serve<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    answer: (payload: z.infer<Schema>) => unknown,
  ): () => void;
  /**
   * Sends a request again and again until it is answered, and checks the answer. Throws an Outage
   * after `timeoutMs`: it is then unknown whether the request was executed.
   */
  request<Schema extends z.ZodMiniType>(
    subject: string,
    payload: object,
    how: { readonly schema: Schema; readonly timeoutMs: number },
  ): Promise<z.infer<Schema>>;
  /** Calls the listener after each reconnection, because messages may have been missed. */
  onGap(listener: () => void): () => void;
  isConnected(): boolean;
  close(): Promise<void>;
};

/** Connects in the background; until then nothing is sent or received. */
export function openMessages(
  settings: MessagesSettings,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Messages {
  return new NatsMessages(settings, log);
}

class NatsMessages implements Messages {
  readonly #prefix: string;
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly #replies: Replies;
  readonly #gapListeners = new Set<() => void>();
  /** Subscriptions that wait for the first connection. */
  readonly #early = new Set<(connection: NatsConnection) => void>();
  #connection: NatsConnection | undefined;
  #isConnected = false;
  #isClosed = false;

  constructor(settings: MessagesSettings, log: Pick<Log, 'info' | 'warn' | 'error'>) {
    this.#prefix = settings.prefix;
    this.#log = log;
    this.#replies = new Replies(settings.prefix);
    void this.#open(settings);
  }

  publish(subject: string, payload: object): void {
    if (this.#isConnected) this.#connection?.publish(`${this.#prefix}.${subject}`, encode(payload));
  }

  subscribe<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    listener: (payload: z.infer<Schema>) => void,
  ): Subscribed {
    return this.#subscribe(subject, (message) => {
      const payload = parse(schema, message.data);
      if (payload === undefined)
        this.#log.warn({ subject }, 'a message with wrong content was dropped');
      else listener(payload);
    });
  }

  serve<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    answer: (payload: z.infer<Schema>) => unknown,
  ): () => void {
    const respond = createResponder({
      log: this.#log,
      subject,
      bytesMax: () => this.#connection?.info?.max_payload,
      answer: async (data) => {
        const payload = parse(schema, data);
        if (payload === undefined) throw new Error(`a request to ${subject} has wrong content`);
        return await answer(payload);
      },
    });
    const { end } = this.#subscribe(subject, (message) => void respond(message));
    return end;
  }

  async request<Schema extends z.ZodMiniType>(
    subject: string,
    payload: object,
    how: { readonly schema: Schema; readonly timeoutMs: number },
  ): Promise<z.infer<Schema>> {
    const data = encode(payload);
    const reply = await this.#replies.wait(how.timeoutMs, (inbox) => {
      if (!this.#isConnected) return;
      this.#connection?.publish(`${this.#prefix}.${subject}`, data, { reply: inbox });
    });
    const answer = parse(how.schema, reply);
    if (answer === undefined) throw new Error(`an answer of ${subject} has wrong content`);
    return answer;
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isConnected = false;
    this.#replies.close();
    // Before the first connection there is nothing to close; it is closed when it is there.
    await this.#connection?.drain().catch(() => undefined);
    await this.#connection?.close();
  }

  async #open(settings: MessagesSettings): Promise<void> {
    const startedAtMs = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - startedAtMs) / SECOND_MS);
      this.#log.warn({ seconds }, 'NATS does not answer: the programs are not connected');
    }, WARN_EVERY_MS);
    timer.unref();
    try {
      const connection = await this.#connect(settings);
      if (connection === undefined) return;
      this.#connection = connection;
      connection.subscribe(this.#replies.subject, {
        callback: (error, message) => {
          if (error === null) this.#replies.take(message);
        },
      });
      for (const begin of this.#early) begin(connection);
      this.#early.clear();
      this.#isConnected = true;
      void this.#watch(connection);
    } finally {
      clearInterval(timer);
    }
  }

  /** Connects, however long it takes; undefined once this is closed. */
  async #connect(settings: MessagesSettings): Promise<NatsConnection | undefined> {
    while (!this.#isClosed) {
      try {
        const connection = await connect(toOptions(settings));
        if (!this.#isClosed) return connection;
        await connection.close();
      } catch (error) {
        // Without NATS the program goes on alone, and its health check fails where it needs NATS.
        this.#log.error({ err: error }, 'NATS refuses the connection');
        await sleep(REFUSED_WAIT_MS, undefined, { ref: false });
      }
    }
    return undefined;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#isConnected = false;
        if (!this.#isClosed) this.#log.warn('the connection to NATS is lost');
      } else if (status.type === 'reconnect') {
        this.#isConnected = true;
        this.#log.info('the connection to NATS is back');
        for (const listener of this.#gapListeners) listener();
      } else if (status.type === 'error') {
        this.#log.warn({ err: status.error }, 'NATS reports an error');
      }
    }
  }

  #subscribe(subject: string, take: (message: Msg) => void): Subscribed {
    let end: (() => void) | undefined;
    let isEnded = false;
    const begin = (connection: NatsConnection): void => {
      if (isEnded) return;
      const subscription = connection.subscribe(`${this.#prefix}.${subject}`, {
        callback: (error, message) => {
          if (error === null) take(message);
        },
      });
      end = () => subscription.unsubscribe();
    };
    if (this.#connection === undefined) this.#early.add(begin);
    else if (!this.#connection.isClosed()) begin(this.#connection);
    const begun = this.#flush();
    // Not every subscriber waits for it.
    begun.catch(() => undefined);
    return {
      begun,
      end: () => {
        isEnded = true;
        this.#early.delete(begin);
        end?.();
      },
    };
  }

  async #flush(): Promise<void> {
    if (!this.#isConnected) throw new Outage('no-lease', 'NATS is not connected.');
    try {
      await this.#connection?.flush();
    } catch (error) {
      throw new Outage('no-lease', 'NATS is not connected.', { cause: error });
    }
  }
}

function toOptions({ urls, credentials, caFile }: MessagesSettings): ConnectionOptions {
  const servers = urls.map((url) => new URL(url));
  const [first] = servers;
  const isSecure = caFile !== undefined || servers.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: servers.map(({ host }) => host),
    name: 'halyard',
    ...(first === undefined || first.username === ''
      ? {}
      : { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }),
    ...(credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(Buffer.from(credentials)) }),
    ...(isSecure ? { tls: caFile === undefined ? {} : { caFile } } : {}),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_WAIT_MS,
    reconnectJitterTLS: RECONNECT_WAIT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_MAX,
    ignoreAuthErrorAbort: true,
  };
}
