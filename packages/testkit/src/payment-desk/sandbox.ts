// The interface through which tests and the demo control a sandbox, and the server that gives it a
// port in tests.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxAnswer, SandboxRequest } from './exchange.ts';
import type { PaymentDesk } from './payment-desk.ts';
import type { SandboxPayment } from './sandbox-payment.ts';
import type { Webhooks } from './webhooks.ts';

export type PaymentSandbox = {
  readonly webhooks: Webhooks;
  /** Finds a payment by the shop's order reference or by its own id. */
  find(name: string): SandboxPayment | undefined;
  /** Approves a payment as the customer's bank would, without the hosted page. */
  approve(orderRef: string): void;
  decline(orderRef: string): void;
  cancel(orderRef: string): void;
  /** Refunds a payment; the whole amount by default. */
  refund(orderRef: string, amount?: string): void;
  chargeBack(orderRef: string): void;
  /** Freezes the API's answers at the current state while webhooks continue, or ends the freeze. */
  lag(isLagging: boolean): void;
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  close(): Promise<void>;
};

export type SandboxOptions = {
  /** Returns the sandbox's address as browsers see it, without a trailing slash. */
  readonly publicBase: () => string;
  /** Returns the URL for webhooks that are configured once per account. */
  readonly webhookUrl: () => string;
  readonly nowMs?: () => number;
};

export type SandboxServer<Sandbox extends PaymentSandbox = PaymentSandbox> = Sandbox & {
  readonly url: string;
  /** The requests of the shop's server so far: method and path. */
  readonly requests: readonly string[];
  /** Makes requests wait for a promise before they are answered; undefined ends this. */
  hold(waiting: ((path: string) => Promise<void>) | undefined): void;
  /** Answers every request of the shop with this status; undefined ends this. */
  fail(status: number | undefined): void;
};

const BODY_BYTES_MAX = 100_000;
const TEST_CARD = '411111****1111';
const REQUESTS_KEPT = 10_000;

/** Builds the part of a sandbox that all providers share. */
export function toSandbox(
  desk: PaymentDesk,
  answerApi: (request: SandboxRequest) => SandboxAnswer,
): PaymentSandbox {
  const get = (orderRef: string): SandboxPayment => {
    const payment = desk.find(orderRef);
    if (payment === undefined) throw new Error(`There is no payment ${orderRef}`);
    if (payment.card === '') payment.card = TEST_CARD;
    return payment;
  };
  return {
    webhooks: desk.webhooks,
    find: desk.find,
    approve: (orderRef) => desk.move(get(orderRef), 'approved'),
    decline: (orderRef) => desk.move(get(orderRef), 'declined', '4.05'),
    cancel: (orderRef) => desk.move(get(orderRef), 'cancelled', '2.00'),
    refund: (orderRef, amount) => {
      const payment = get(orderRef);
      desk.giveBack(payment, { kind: 'refund', amount: amount ?? payment.amount });
    },
    chargeBack: (orderRef) => {
      const payment = get(orderRef);
      desk.giveBack(payment, { kind: 'charge-back', amount: payment.amount });
    },
    lag: desk.lag,
    answer: async (request) => desk.answerPage(request) ?? answerApi(request),
    close: desk.close,
  };
}

/** Starts a server for a sandbox on a free port of this machine. */
export async function serveSandbox<Sandbox extends PaymentSandbox>(
  create: (options: SandboxOptions) => Sandbox,
  options: Pick<SandboxOptions, 'webhookUrl' | 'nowMs'>,
): Promise<SandboxServer<Sandbox>> {
  let url = '';
  let waiting: ((path: string) => Promise<void>) | undefined;
  let failure: number | undefined;
  const requests: string[] = [];
  const sandbox = create({ ...options, publicBase: () => url });
  const answer = async (request: SandboxRequest): Promise<SandboxAnswer> => {
    if (request.path.startsWith('/pay/')) return await sandbox.answer(request);
    requests.push(`${request.method} ${request.path}`);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    await waiting?.(request.path);
    if (failure !== undefined) return { status: failure, headers: {}, body: '' };
    return await sandbox.answer(request);
  };
  const http = createServer((message, response) => {
    void readRequest(message)
      .then(answer)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...sandbox,
    url,
    requests,
    hold: (wanted) => {
      waiting = wanted;
    },
    fail: (status) => {
      failure = status;
    },
    close: async () => {
      await sandbox.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<SandboxRequest> {
  const url = new URL(message.url ?? '/', 'http://sandbox.invalid');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body: Buffer.concat(chunks),
  };
}
