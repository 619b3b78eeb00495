// Decides whether a provider's statement is proven; `settleDeposit` decides whether and how much is
// credited.
import { cents } from '@halyard/core/money';
import type { Log } from '#platform/log/log.ts';
import { settleDeposit } from '../deposits/deposits.ts';
import type { SettleDeps, Settlement } from '../deposits/deposits.ts';
import type { CallProvider } from './call-provider.ts';
import { correctPayment, learnPayment } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { isReturn } from './provider.ts';
import type { Outcome, Provider, ProviderEvent } from './provider.ts';

export type JudgeDeps = SettleDeps & { readonly call: CallProvider; readonly log: Log };

const FINAL = new Set<Outcome>(['succeeded', 'failed', 'cancelled', 'refunded', 'charged-back']);

/** Queries the provider; undefined if that is impossible, or if it does not know the payment. */
export async function ask(
  deps: JudgeDeps,
  provider: Provider,
  about: {
    readonly payment: ProviderPayment;
    /** The data of a message that the payment's row may lack. */
    readonly event?: Pick<ProviderEvent, 'providerReference' | 'details'>;
  },
): Promise<ProviderEvent | undefined> {
  const { payment, event } = about;
  const inquiry = provider.inquire({
    orderRef: payment.transactionId,
    providerReference: event?.providerReference ?? payment.providerReference ?? undefined,
    details: { ...payment.details, ...event?.details },
    createdAtMs: payment.startedAtMs,
  });
  if (inquiry === undefined) return undefined;
  const answer = inquiry.read(await deps.call(inquiry.call));
  const isAbout = answer?.orderRef === payment.transactionId;
  if (answer === undefined || !isAbout || (answer.isTest && !provider.isTest)) return undefined;
  if (answer.outcome === 'succeeded') {
    const { transactionId } = payment;
    const providerReference = answer.providerReference ?? null;
    const learnt = { transactionId, providerReference, details: answer.details };
    await correctPayment(deps.db.kysely, learnt);
  } else {
    await learn(deps, payment, answer);
  }
  return answer;
}

/** Returns whether an outcome is final, so that nothing follows without somebody acting. */
export function isFinal({ outcome }: Pick<ProviderEvent, 'outcome'>): boolean {
  return FINAL.has(outcome);
}

/** Settles the reply to our own inquiry. */
export async function settleAnswer(
  deps: JudgeDeps,
  payment: ProviderPayment,
  event: ProviderEvent,
): Promise<string> {
  if (!isFinal(event)) return 'nothing-new';
  return await settle(deps, { payment, event, source: 'inquiry', isProven: true });
}

export type Case = {
  readonly payment: ProviderPayment;
  readonly event: ProviderEvent;
  readonly source: string;
  readonly isProven: boolean;
};

export async function settle(
  deps: JudgeDeps,
  { payment, event, source, isProven }: Case,
): Promise<string> {
  const { amountCents, currency, reason } = event;
  const settled = await settleDeposit(deps, {
    transactionId: payment.transactionId,
    provider: payment.provider,
    providerReference: referenceOf(payment, event) ?? payment.transactionId,
    returnReference: isReturn(event) ? event.providerReference : undefined,
    outcome: outcomeOf(event, isProven),
    // An unreadable amount becomes zero, which matches no deposit.
    amountCents: amountCents ?? cents(0),
    currency: currency ?? '',
    evidence: { source, outcome: event.outcome, amountCents, currency, reason },
  });
  if (settled.kind === 'unknown') return 'unknown-order';
  const { transaction } = settled;
  if (settled.kind === 'settled') return transaction.status;
  deps.log.warn(
    { transaction: transaction.id, reason: settled.reason },
    'a deposit needs a person',
  );
  return 'in-review';
}

/** Returns the payment's reference. Some providers give returns a separate id. */
function referenceOf(payment: ProviderPayment, event: ProviderEvent): string | undefined {
  const known = payment.providerReference ?? undefined;
  return isReturn(event) ? (known ?? event.providerReference) : (event.providerReference ?? known);
}

/**
 * Returns the outcome to settle. An unproven failure moves no money, and a later success is
 * credited.
 */
function outcomeOf(event: ProviderEvent, isProven: boolean): Settlement['outcome'] {
  switch (event.outcome) {
    case 'failed':
    case 'cancelled':
      return event.outcome;
    case 'succeeded':
      return isProven ? 'approved' : 'unproven';
    case 'refunded':
    case 'charged-back':
      return isProven ? event.outcome : 'unproven';
    case 'pending':
    case 'ignored':
      return 'unproven';
  }
}

export async function learn(
  deps: JudgeDeps,
  payment: ProviderPayment,
  event: ProviderEvent,
): Promise<void> {
  const providerReference = event.providerReference ?? null;
  if (
    isReturn(event) ||
    (payment.providerReference !== null && payment.details['card'] !== undefined)
  ) {
    return;
  }
  await learnPayment(deps.db.kysely, {
    transactionId: payment.transactionId,
    providerReference,
    details: event.details,
  });
}
