// From what a provider is said to have done to what happens with the deposit. Here alone it is
// decided whether that is proven; how much is credited, and whether, is `settleDeposit`'s.
import { cents } from '@halyard/core/money';
import type { Log } from '#platform/log/log.ts';
import { settleDeposit } from '../settle-deposit.ts';
import type { SettleDeps, Settlement } from '../settle-deposit.ts';
import type { CallProvider } from './call-provider.ts';
import { findPayment, learnPayment } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { isReturn } from './provider.ts';
import type { Provider, ProviderEvent } from './provider.ts';

export type JudgeDeps = SettleDeps & { readonly call: CallProvider; readonly log: Log };

/** What a provider is said to have done; who says so is not known yet. */
export type Told = {
  readonly event: ProviderEvent;
  readonly isSigned: boolean;
  /** For the staff who look: where it was heard. */
  readonly source: string;
};

const FINAL = new Set<ProviderEvent['outcome']>([
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
  'charged-back',
]);

/** Gives what became of it, in a word. Throws an Outage when the provider can't be asked. */
export async function judgeEvent(deps: JudgeDeps, provider: Provider, told: Told): Promise<string> {
  const { event } = told;
  const payment = await findPayment(deps.db.kysely, event.orderRef ?? '');
  if (payment === undefined) return alert(deps, provider, 'unknown-order');
  if (payment.provider !== provider.id) return alert(deps, provider, 'wrong-provider');
  if (event.isTest && !provider.isTest) return alert(deps, provider, 'test-money');
  if (!FINAL.has(event.outcome)) return 'nothing-new';
  if (told.isSigned) await learn(deps, payment, event);
  if (provider.proof === 'inquiry') {
    const answer = await ask(deps, provider, { payment, event });
    return answer === undefined
      ? 'not-confirmed'
      : await settle(deps, { payment, event: answer, source: 'inquiry', isProven: true });
  }
  const isProven = provider.proof === 'signature' && told.isSigned;
  return await settle(deps, { payment, event, source: told.source, isProven });
}

/** Asks the provider itself; undefined when it can't be asked, or says nothing of this payment. */
export async function ask(
  deps: JudgeDeps,
  provider: Provider,
  about: { readonly payment: ProviderPayment; readonly event?: ProviderEvent },
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
  await learn(deps, payment, answer);
  return answer;
}

/** What our own question brought to light. */
export async function settleAnswer(
  deps: JudgeDeps,
  payment: ProviderPayment,
  event: ProviderEvent,
): Promise<string> {
  if (!FINAL.has(event.outcome)) return 'nothing-new';
  return await settle(deps, { payment, event, source: 'inquiry', isProven: true });
}

type Case = {
  readonly payment: ProviderPayment;
  readonly event: ProviderEvent;
  readonly source: string;
  readonly isProven: boolean;
};

async function settle(
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

async function learn(
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

function alert(deps: JudgeDeps, provider: Provider, result: string): string {
  deps.log.warn({ provider: provider.id, result }, 'a message of a payment provider was put aside');
  return result;
}
