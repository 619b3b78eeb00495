// A customer who trades through any edge, sends again what was not answered, and looks at the account.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryRecorder } from '@halyard/testkit';
import type { Position } from '@halyard/contract/trading';
import type { TradingClient } from '../support/trading-client.ts';

const PACE_MS = 100;
const GIVE_UP_AFTER_MS = 30_000;
const RETRY_MS = 50;
const READ_EVERY = 5;
const AMOUNT_EUROS = 10;

type Sent = { readonly event: string; readonly message: object; readonly requestId: string };

export type CustomerOptions = {
  readonly recorder: HistoryRecorder;
  readonly client: TradingClient;
  /** Its number among the customers. */
  readonly account: number;
  readonly edges: readonly string[];
  /** Called with the time at which an order was sent first, once it is answered. */
  readonly onAnswer: (sentAtMs: number) => void;
};

export class Customer {
  readonly #options: CustomerOptions;
  readonly #session: string;
  readonly #unanswered: Sent[] = [];
  readonly #stopping = new AbortController();
  #edge: number;
  #isConnected = false;

  constructor(options: CustomerOptions) {
    this.#options = options;
    this.#session = `customer ${options.account}`;
    this.#edge = options.account;
  }

  async trade(): Promise<void> {
    for (let turn = 1; !this.#stopping.signal.aborted; turn += 1) {
      const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: AMOUNT_EUROS };
      const opened = await this.#order('openPosition', { ...order, price: 1e9 });
      await sleep(PACE_MS);
      if (opened !== undefined) await this.#order('closePosition', { id: opened.id });
      if (turn % READ_EVERY === 0) await this.#read();
      await sleep(PACE_MS);
    }
  }

  /** Takes no more orders; sends again what was not answered, and looks at the account. */
  async finish(): Promise<void> {
    for (const sent of this.#unanswered.splice(0)) await this.#send(sent);
    await this.#read();
    this.#options.client.disconnect();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #order(event: string, content: object): Promise<Position | undefined> {
    const requestId = randomUUID();
    return await this.#send({ event, requestId, message: { ...content, requestId } });
  }

  async #send(sent: Sent): Promise<Position | undefined> {
    const { recorder, account, client, onAnswer } = this.#options;
    const sentAtMs = performance.now();
    const id = `client:${sent.requestId}`;
    const record = recorder.write({ session: this.#session, account, id });
    while (performance.now() - sentAtMs < GIVE_UP_AFTER_MS) {
      if (await this.#connect()) {
        const answer = await client.send(sent.event, sent.message);
        if (answer?.status === 'success') {
          const { position } = answer.data as { position: Position };
          record({ kind: 'ok', ...describeAnswer(sent.event, position) });
          onAnswer(sentAtMs);
          return position;
        }
        if (answer !== undefined && answer.code !== 'unavailable') {
          record({ kind: 'rejected' });
          return undefined;
        }
      }
      // Another edge may serve.
      this.#edge += 1;
      this.#isConnected = false;
      await sleep(RETRY_MS);
    }
    this.#unanswered.push(sent);
    return undefined;
  }

  async #read(): Promise<void> {
    const { recorder, account, client } = this.#options;
    if (!(await this.#connect())) return;
    const record = recorder.read({ session: this.#session, account });
    try {
      const { positions } = await client.balance();
      const closed = (await client.history()).map(({ id }) => id);
      const opened = [...positions.open.map(({ id }) => id), ...closed];
      record({
        shows: new Set([
          ...opened.map((id) => `position ${id}`),
          ...closed.map((id) => `close of ${id}`),
        ]),
      });
    } catch {
      // Nothing was shown.
    }
  }

  async #connect(): Promise<boolean> {
    if (this.#isConnected) return true;
    const { edges, client } = this.#options;
    try {
      await client.connect(edges[this.#edge % edges.length] ?? '');
      this.#isConnected = true;
    } catch {
      await sleep(RETRY_MS);
    }
    return this.#isConnected;
  }
}

function describeAnswer(
  event: string,
  { id, profit }: Position,
): { readonly answer: string; readonly effects: readonly string[] } {
  if (event === 'openPosition') return { answer: `opened ${id}`, effects: [`position ${id}`] };
  const cents = Math.round((profit ?? Number.NaN) * 100);
  return { answer: `closed ${id} for ${cents}`, effects: [`close of ${id}`] };
}
