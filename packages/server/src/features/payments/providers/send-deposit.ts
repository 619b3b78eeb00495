// Sends a deposit to its provider once. A sent deposit is never sent again: a start without a reply
// is queried.
import { findProviderId } from '@halyard/contract/providers';
import type { PaymentStep, ProviderId } from '@halyard/contract/providers';
import type { RejectionCode } from '@halyard/contract/rejections';
import { cents } from '@halyard/core/money';
import type { Customers } from '#features/customers/customers.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import { beginAttempt, settleDeposit } from '../deposits/deposits.ts';
import type { Transaction } from '../transaction.ts';
import { toAllowedStep } from './allowed-step.ts';
import { NotSent } from './call-provider.ts';
import { findPayment, insertPayment, updateStart } from './payment-store.ts';
import { schedulePoll } from './poll-payment.ts';
import type { PollDeps } from './poll-payment.ts';
import type { DepositRequest, NextStep, Provider, Start, Started } from './provider.ts';
import { returnPath } from './receive-webhook.ts';

export type SendDeps = PollDeps & {
  readonly customers: Pick<Customers, 'getCustomer' | 'findAlpha2'>;
  readonly providers: ReadonlyMap<ProviderId, Provider>;
  /** The base URL for providers, without a trailing slash. */
  readonly findWebhookOrigin: () => string;
};

export type SendRequest = {
  readonly transactionId: string;
  readonly customerId: number;
  /** The provider's name in any letter case. */
  readonly providerName: string;
  readonly ip: string;
  /** The origin that the customer's browser used. */
  readonly origin: string;
};

/** The error code of a provider that was not reached, in place of its own. */
const UNREACHABLE = 'unreachable';

export async function sendDeposit(
  deps: SendDeps,
  asked: SendRequest,
): Promise<Answer<PaymentStep>> {
  const id = findProviderId(asked.providerName);
  if (id === undefined) return refuse('not-found');
  const provider = deps.providers.get(id);
  if (provider === undefined) return refuse('method-unavailable');
  const begun = await beginAttempt(deps, {
    transactionId: asked.transactionId,
    customerId: asked.customerId,
    provider: id,
    alsoWrite: async (db, { id: transactionId }) => {
      await insertPayment(db, { transactionId, provider: id, startedAtMs: deps.clock.nowMs() });
      await schedulePoll(deps, db, { transactionId, number: 0 });
    },
  });
  if (begun.kind === 'not-found') return refuse('not-found');
  if (begun.kind === 'refused') return refused(begun.rejection);
  const request = await toRequest(deps, provider, { asked, transaction: begun.transaction });
  const start = provider.start(request);
  return begun.kind === 'begun'
    ? await startPayment(deps, provider, { asked, start })
    : await answerAgain(deps, provider, { asked, start, transaction: begun.transaction });
}

async function startPayment(
  deps: SendDeps,
  provider: Provider,
  { asked, start }: { readonly asked: SendRequest; readonly start: Start },
): Promise<Answer<PaymentStep>> {
  const started = await callStart(deps, start);
  const next =
    started.kind === 'started' ? toAllowedStep(provider, started.next, asked.origin) : undefined;
  await updateStart(deps.db.kysely, {
    transactionId: asked.transactionId,
    state: started.kind === 'started' && next === undefined ? 'unknown' : started.kind,
    pageUrl: next?.type === 'redirect' ? next.url : null,
    providerReference: started.kind === 'started' ? (started.providerReference ?? null) : null,
  });
  if (next !== undefined) return ok(next);
  if (started.kind !== 'rejected') {
    const { kind } = started;
    deps.log.error({ provider: provider.id, kind }, 'a provider gave no page to go on to');
    return refuse('payment-under-way');
  }
  deps.log.warn({ provider: provider.id, code: started.code }, 'a provider refused a payment');
  await settleDeposit(deps, {
    transactionId: asked.transactionId,
    provider: provider.id,
    providerReference: asked.transactionId,
    outcome: 'failed',
    amountCents: cents(0),
    currency: '',
    evidence: { source: 'start', code: started.code },
  });
  return refuse(started.code === UNREACHABLE ? 'provider-unavailable' : 'provider-refused');
}

async function callStart(deps: SendDeps, start: Start): Promise<Started> {
  if (start.kind === 'ready') {
    return { kind: 'started', next: start.next, providerReference: undefined };
  }
  try {
    return start.read(await deps.call(start.call));
  } catch (error) {
    if (error instanceof NotSent) return { kind: 'rejected', code: UNREACHABLE };
    if (error instanceof Outage) return { kind: 'unknown' };
    throw error;
  }
}

/** Returns the first reply again, as far as it is known. */
async function answerAgain(
  deps: SendDeps,
  provider: Provider,
  again: { readonly asked: SendRequest; readonly start: Start; readonly transaction: Transaction },
): Promise<Answer<PaymentStep>> {
  const { asked, start, transaction } = again;
  const payment = await findPayment(deps.db.kysely, transaction.id);
  if (transaction.status !== 'processing' || payment === undefined) {
    return refuse('payment-under-way');
  }
  if (payment.pageUrl !== null) return ok({ type: 'redirect', url: payment.pageUrl });
  // For a provider with a signed form, nothing was sent yet: the program builds the form itself. It
  // can be returned again, because the provider accepts an order once.
  const next: NextStep | undefined = start.kind === 'ready' ? start.next : undefined;
  const allowed = next === undefined ? undefined : toAllowedStep(provider, next, asked.origin);
  return allowed === undefined ? refuse('payment-under-way') : ok(allowed);
}

async function toRequest(
  deps: SendDeps,
  provider: Provider,
  sent: { readonly asked: SendRequest; readonly transaction: Transaction },
): Promise<DepositRequest> {
  const { asked, transaction } = sent;
  const { email, uniqid, profile } = await deps.customers.getCustomer(transaction.customerId);
  const country =
    profile.countryId === null ? undefined : deps.customers.findAlpha2(profile.countryId);
  // The address that receives the result; some providers have the browser deliver it.
  const receiver = provider.answer === 'page' ? asked.origin : deps.findWebhookOrigin();
  return {
    orderRef: transaction.id,
    amountCents: transaction.amountCents,
    description: `Deposit ${transaction.id}`,
    customer: {
      ref: uniqid,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email,
      phone: profile.phone,
      ip: asked.ip,
      country: country ?? '',
      state: profile.state ?? '',
      city: profile.city ?? '',
      street: profile.street ?? '',
      zipCode: profile.zipCode ?? '',
      birthDate: profile.birthDate ?? '',
    },
    urls: {
      back: asked.origin + returnPath(transaction.id),
      webhook: `${receiver}/api/transaction/update/${provider.id}`,
    },
  };
}

function refuse(code: RejectionCode): Answer<PaymentStep> {
  return refused({ code });
}
