// A program's connection to the simulated message server, on the product's own code for requests and
// answers.
import type * as z from 'zod/mini';
import type { Messages, Subscribed } from '#platform/messages/messages.ts';
import { encode, parse } from '#platform/messages/payload.ts';
import { Replies } from '#platform/messages/replies.ts';
import { createResponder } from '#platform/messages/respond.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { SimProcess } from '../sim-process.ts';
import type { SimNetwork } from './sim-network.ts';

const PREFIX = 'sim';

export type SimMessagesOptions = {
  readonly network: SimNetwork;
  readonly process: SimProcess;
  /** The server's limit of a message: longer answers come in parts. */
  readonly bytesMax: number;
  readonly onBug: (error: unknown) => void;
};

export class SimMessages implements Messages {
  readonly #options: SimMessagesOptions;
  readonly #replies: Replies;
  readonly #gapListeners = new Set<() => void>();
  #isConnected = true;

  constructor(options: SimMessagesOptions) {
    this.#options = options;
    const { network, process } = options;
    this.#replies = new Replies(PREFIX, (delayMs, run) => process.after(delayMs, run));
    network.subscribe(this.#replies.subject.slice(0, -2), {
      process,
      take: (message) => {
        if (this.#isConnected) this.#replies.take(message);
      },
    });
  }

  /** The connection is lost for so long; then it is back. */
  cut(durationMs: number): void {
    this.#isConnected = false;
    this.#options.process.after(durationMs, () => {
      this.#isConnected = true;
      for (const listener of this.#gapListeners) listener();
    });
  }

  publish(subject: string, payload: object): void {
    if (!this.#isConnected) return;
    this.#options.network.send({ subject: `${PREFIX}.${subject}`, data: encode(payload) });
  }

  subscribe<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    listener: (payload: z.infer<Schema>) => void,
  ): Subscribed {
    const { network, process, onBug } = this.#options;
    const end = network.subscribe(`${PREFIX}.${subject}`, {
      process,
      take: ({ data }) => {
        if (!this.#isConnected) return;
        const payload = parse(schema, data);
        if (payload === undefined) onBug(new Error(`a message of ${subject} has wrong content`));
        else listener(payload);
      },
    });
    const begun = this.#isConnected
      ? Promise.resolve()
      : Promise.reject(new Outage('no-lease', 'The messages are not connected.'));
    begun.catch(() => undefined);
    return { begun, end };
  }

  serve<Schema extends z.ZodMiniType>(
    subject: string,
    schema: Schema,
    answer: (payload: z.infer<Schema>) => unknown,
  ): () => void {
    const { network, process, bytesMax, onBug } = this.#options;
    const respond = createResponder({
      log: { error: ({ err }: { readonly err?: unknown }) => onBug(err) },
      subject,
      bytesMax: () => bytesMax,
      answer: async (data) => {
        const payload = parse(schema, data);
        if (payload === undefined) throw new Error(`a request to ${subject} has wrong content`);
        return await answer(payload);
      },
    });
    return network.subscribe(`${PREFIX}.${subject}`, {
      process,
      take: (message) => {
        if (this.#isConnected) void respond(message);
      },
    });
  }

  async request<Schema extends z.ZodMiniType>(
    subject: string,
    payload: object,
    how: { readonly schema: Schema; readonly timeoutMs: number },
  ): Promise<z.infer<Schema>> {
    const data = encode(payload);
    const answer = await this.#replies.wait(how.timeoutMs, (reply) => {
      if (!this.#isConnected) return;
      this.#options.network.send({ subject: `${PREFIX}.${subject}`, data, reply });
    });
    const parsed = parse(how.schema, answer);
    if (parsed === undefined) throw new Error(`an answer of ${subject} has wrong content`);
    return parsed;
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  async close(): Promise<void> {
    this.#replies.close();
  }
}
