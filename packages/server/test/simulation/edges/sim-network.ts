// The simulated message server: it keeps nothing, and messages overtake each other.
import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import type { SimProcess } from '../sim-process.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { TransportProblems } from './transport-problems.ts';

/** The first tokens of a subject of answers, which the tokens of a request and an attempt follow. */
const INBOX = /^(?<inbox>.+\.reply\.[^.]+)\.\d+\.\d+$/;

export type Taker = { readonly process: SimProcess; readonly take: (message: Msg) => void };
export type Sent = {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
  /** Where an answer goes. */
  readonly reply?: string | undefined;
};

export class SimNetwork {
  readonly #time: VirtualTime;
  readonly #problems: TransportProblems;
  readonly #takers = new Map<string, Set<Taker>>();

  constructor(time: VirtualTime, problems: TransportProblems) {
    this.#time = time;
    this.#problems = problems;
  }

  /** Returns the function that ends it. */
  subscribe(subject: string, taker: Taker): () => void {
    const takers = this.#takers.get(subject) ?? new Set();
    this.#takers.set(subject, takers.add(taker));
    return () => void takers.delete(taker);
  }

  send(sent: Sent): void {
    for (const delayMs of this.#problems.passages()) {
      this.#time.after(delayMs, () => this.#arrive(sent));
    }
  }

  #arrive(sent: Sent): void {
    const subject = INBOX.exec(sent.subject)?.groups?.['inbox'] ?? sent.subject;
    const takers = [...(this.#takers.get(subject) ?? [])].filter(({ process }) => process.isAlive);
    for (const { process, take } of takers) {
      process.deliver(() => take(this.#toMessage(sent, process)));
    }
    // NATS answers with an empty message where nobody subscribes.
    if (takers.length > 0 || sent.reply === undefined) return;
    this.send({ subject: sent.reply, data: new Uint8Array() });
  }

  #toMessage({ subject, data, headers, reply }: Sent, process: SimProcess): Msg {
    const respond = (answer: Uint8Array, how?: { readonly headers?: MsgHdrs }): boolean => {
      if (reply === undefined || !process.isAlive) return false;
      this.send({ subject: reply, data: answer, headers: how?.headers });
      return true;
    };
    return { subject, data, headers, respond } as unknown as Msg;
  }
}
