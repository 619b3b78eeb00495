// How a sandbox delivers webhooks: immediately, or held back so that the test delivers them.

export type Webhook = {
  readonly orderRef: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Webhooks = {
  /** Every webhook so far, in order; the oldest are dropped. */
  readonly all: readonly Webhook[];
  /** Sets how webhooks are delivered from now on: sent immediately, held for `deliver`, or lost. */
  travel(how: 'sent' | 'held' | 'lost'): void;
  /** Delays each webhook from now on, or sends it several times. */
  disturb(disturbance: { readonly delayMs?: number; readonly copies?: number }): void;
  /**
   * Sends a webhook, changed or not. Returns the response's status and text, with status 0 if there
   * was none.
   */
  deliver(webhook: Webhook): Promise<{ readonly status: number; readonly text: string }>;
  send(webhook: Webhook): void;
  close(): Promise<void>;
};

const KEPT = 20_000;
const TRIES = 5;
const RETRY_FIRST_MS = 500;
const TIMEOUT_MS = 10_000;

export function createWebhooks(): Webhooks {
  const all: Webhook[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let how: 'sent' | 'held' | 'lost' = 'sent';
  let delayMs = 0;
  let copies = 1;
  const later = (waitMs: number, run: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const done = run();
      running.add(done);
      void done.finally(() => running.delete(done));
    }, waitMs);
    timers.add(timer);
  };
  const attempt = (webhook: Webhook, tried: number): Promise<void> =>
    deliver(webhook).then(({ status }) => {
      const isTaken = status >= 200 && status < 500;
      if (isTaken || tried >= TRIES) return;
      later(RETRY_FIRST_MS * 2 ** tried, () => attempt(webhook, tried + 1));
    });
  return {
    all,
    travel: (wanted) => {
      how = wanted;
    },
    disturb: (disturbance) => {
      delayMs = disturbance.delayMs ?? 0;
      copies = disturbance.copies ?? 1;
    },
    deliver,
    send: (webhook) => {
      if (webhook.url === '') return;
      all.push(webhook);
      if (all.length > KEPT) all.shift();
      if (how !== 'sent') return;
      for (let copy = 0; copy < copies; copy += 1) later(delayMs, () => attempt(webhook, 1));
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}

async function deliver(webhook: Webhook): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: webhook.headers,
      body: webhook.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
