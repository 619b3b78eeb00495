// How a sandbox's webhooks travel: at once, or held back for the test to deliver as it likes.

export type Webhook = {
  readonly orderRef: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Webhooks = {
  /** Every webhook that was ever to be sent, in order; the oldest are forgotten. */
  readonly all: readonly Webhook[];
  /** From now on: sent at once, kept for `deliver`, or lost on the way. */
  travel(how: 'sent' | 'held' | 'lost'): void;
  /** From now on each is sent so much later, and so many times. */
  disturb(disturbance: { readonly delayMs?: number; readonly copies?: number }): void;
  /** Sends one, changed or not; gives the status and text that came back, or 0 when none did. */
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
