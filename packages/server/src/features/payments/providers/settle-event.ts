// From what a provider says to what happens with the deposit. Here alone it is decided whether that
// is proven; how much is credited, and whether, is `settleDeposit`'s.
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

/** Asks the provider itself; undefined when it can't be asked, or says nothing of this payment. */
export async function ask(
  deps: JudgeDeps,
  provider: Provider,
  about: {
    readonly payment: ProviderPayment;
    /** What a message said that the payment's row may not have. */
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

/** Whether more can follow of it without anybody doing anything. */
export function isFinal({ outcome }: Pick<ProviderEvent, 'outcome'>): boolean {
  return FINAL.has(outcome);
}

/** What our own question brought to light. */
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
    // An amount that can't be read is none, and fits no deposit.
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

/** Money that goes back has a number of its own with some providers: the payment's is meant. */
function referenceOf(payment: ProviderPayment, event: ProviderEvent): string | undefined {
  const known = payment.providerReference ?? undefined;
  return isReturn(event) ? (known ?? event.providerReference) : (event.providerReference ?? known);
}

/** A failure that nobody proved moves no money, and a success that comes later is credited. */
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
