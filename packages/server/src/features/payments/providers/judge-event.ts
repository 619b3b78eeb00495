// Processes a stored message: what its signature proves is settled; for everything else the
// provider is queried, or, if that is impossible, a person decides.
import { findPayment, learnPayment } from './payment-store.ts';
import { requestFor } from './query-payment.ts';
import type { QueryDeps } from './query-payment.ts';
import { isReturn } from './provider.ts';
import type { Provider, ProviderEvent } from './provider.ts';
import { reportReturn } from './report-return.ts';
import { isFinal, learn, settle } from './settle-event.ts';

/** The reported outcome of a payment, without its source. */
export type ReportedEvent = {
  readonly event: ProviderEvent;
  readonly isSigned: boolean;
  /** The source of the information, for staff. */
  readonly source: string;
};

/** Processes a message. Returns the result as one word. */
export async function judgeEvent(
  deps: QueryDeps,
  provider: Provider,
  reported: ReportedEvent,
): Promise<string> {
  const { event, isSigned } = reported;
  const payment = await findPayment(deps.db.kysely, event.orderRef ?? '');
  if (payment === undefined) return alert(deps, provider, 'unknown-order');
  if (payment.provider !== provider.id) return alert(deps, provider, 'wrong-provider');
  if (event.isTest && !provider.isTest) return alert(deps, provider, 'test-money');
  if (!isFinal(event)) return 'nothing-new';
  if (provider.proof === 'inquiry') {
    const { transactionId } = payment;
    const providerReference = event.providerReference ?? null;
    // A signed return is settled too, because it may be the first information about the payment.
    if (isSigned) {
      const { details } = event;
      await learnPayment(deps.db.kysely, { transactionId, providerReference, details });
    }
    await requestFor(deps, payment, { event, isSigned });
    return 'asked';
  }
  if (provider.proof === 'person' && isSigned && isReturn(event)) {
    return await reportReturn(deps, payment, event);
  }
  if (isSigned) await learn(deps, payment, event);
  const isProven = provider.proof === 'signature' && isSigned;
  return await settle(deps, { payment, event, source: reported.source, isProven });
}

function alert(deps: QueryDeps, provider: Provider, result: string): string {
  deps.log.warn({ provider: provider.id, result }, 'a message of a payment provider was put aside');
  return result;
}
