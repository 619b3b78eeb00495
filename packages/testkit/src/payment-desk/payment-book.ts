// The payments of a sandbox, in memory, and what its API reports about them, which may lag behind.
import { randomBytes } from 'node:crypto';
import type { NewPayment, SandboxPayment } from './sandbox-payment.ts';

export type PaymentBook = {
  add(payment: NewPayment): SandboxPayment;
  find(idOrOrderRef: string): SandboxPayment | undefined;
  /**
   * Returns a payment as the provider's API reports it. While the API lags, its state can be older
   * than the one in the webhooks.
   */
  look(idOrOrderRef: string): SandboxPayment | undefined;
  /** Returns the payments of a period as the API lists them. */
  list(period: { readonly fromMs: number; readonly untilMs: number }): readonly SandboxPayment[];
  /**
   * Freezes the API's answers at the current state, or ends the freeze. While frozen, the API knows
   * no later payment.
   */
  lag(isLagging: boolean): void;
};

const PAYMENTS_MAX = 50_000;

export function createPaymentBook(nowMs: () => number): PaymentBook {
  const payments = new Map<string, SandboxPayment>();
  const byOrder = new Map<string, SandboxPayment>();
  let lagging: ReadonlyMap<string, SandboxPayment> | undefined;
  const find = (name: string): SandboxPayment | undefined =>
    payments.get(name) ?? byOrder.get(name);
  return {
    find,
    look: (name) => {
      const payment = find(name);
      return lagging === undefined || payment === undefined ? payment : lagging.get(payment.id);
    },
    lag: (isLagging) => {
      lagging = isLagging ? structuredClone(payments) : undefined;
    },
    add: (fresh) => {
      const payment = toPayment(fresh, nowMs());
      payments.set(payment.id, payment);
      byOrder.set(payment.orderRef, payment);
      const [oldest] = payments.values();
      if (payments.size > PAYMENTS_MAX && oldest !== undefined) {
        payments.delete(oldest.id);
        byOrder.delete(oldest.orderRef);
      }
      return payment;
    },
    list: ({ fromMs, untilMs }) =>
      [...(lagging ?? payments).values()].filter(
        ({ createdAtMs: at }) => at >= fromMs && at < untilMs,
      ),
  };
}

function toPayment(fresh: NewPayment, createdAtMs: number): SandboxPayment {
  const id = randomBytes(16).toString('hex');
  return { ...fresh, id, createdAtMs, state: 'open', card: '', reason: '', returns: [] };
}
