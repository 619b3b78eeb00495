import type { Created } from '../action.ts';
import { createHash } from 'node:crypto';
import { DEPOSIT_MINIMUM_CENTS } from '@halyard/contract/config';
import type { Rejection } from '@halyard/contract/rejections';
import { parseAmount, toEuros, cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Customers, Customer } from '#features/customers/customers.ts';
import { isProfileComplete } from '#features/customers/customers.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { checkCaps } from './deposit-caps.ts';
import type { CapsDeps } from './deposit-caps.ts';
import type { StepDeps } from '../finish-step.ts';
import { listPaymentMethods, type CardProvider, type MethodSettings } from './payment-methods.ts';
import { notifyCustomer } from '../notify-customer.ts';
import { TYPE } from '../transaction.ts';
import { createTransactionId } from '../transaction-id.ts';
import {
  findRequestedTransaction,
  insertTransaction,
  lockCustomerTransactions,
} from '../transaction-store.ts';

const DEPOSIT_MAXIMUM_CENTS = cents(1_000_000_000);

export type DepositDeps = StepDeps &
  CapsDeps & {
    readonly customers: Pick<Customers, 'getCustomer' | 'isClosed'>;
    readonly cardProviders: readonly CardProvider[];
    readonly settings: { readonly payments: { readonly methods: MethodSettings } };
  };

export type DepositRequest = {
  readonly customerId: number;
  readonly amount: number | string;
  readonly methodId: 1 | 2 | 3 | 9;
  readonly provider: string | undefined;
  readonly comments: string | undefined;
  readonly requestId: string | undefined;
};

/**
 * Records a deposit request; nothing is credited. Rejects in this order: duplicate-id,
 * profile-incomplete, method-unavailable, invalid (provider), deposit-minimum, amount-too-large,
 * and the errors of `checkCaps`.
 */
export async function createDeposit(deps: DepositDeps, request: DepositRequest): Promise<Created> {
  const known = await findKnown(deps.db.kysely, request);
  if (known !== undefined) return known;
  const customer = await deps.customers.getCustomer(request.customerId);
  if (!isProfileComplete(customer)) return refuse({ code: 'profile-incomplete' });
  const chosen = chooseProvider(deps, request);
  if (chosen.kind === 'refused') return chosen;

  const amountCents = parseAmount(request.amount);
  if (amountCents === undefined || amountCents < DEPOSIT_MINIMUM_CENTS) {
    return refuse({ code: 'deposit-minimum' });
  }
  if (amountCents > DEPOSIT_MAXIMUM_CENTS) {
    const maximum = toEuros(DEPOSIT_MAXIMUM_CENTS);
    return refuse({ code: 'amount-too-large', facts: { maximum } });
  }
  const { provider } = chosen;
  return await insertDeposit(deps, { request, customer, amountCents, provider });
}

type Chosen = {
  readonly request: DepositRequest;
  readonly customer: Customer;
  readonly amountCents: Cents;
  readonly provider: string | null;
};

async function insertDeposit(deps: DepositDeps, chosen: Chosen): Promise<Created> {
  const { request, customer, amountCents, provider } = chosen;
  const account = await deps.engine.account(customer.id);
  const isVerified = account?.terms.isVerified === true;
  return await deps.db.kysely.transaction().execute(async (db): Promise<Created> => {
    await lockCustomerTransactions(db, customer.id);
    const known = await findKnown(db, request);
    if (known !== undefined) return known;
    if (await deps.customers.isClosed(db, customer.id)) return refuse({ code: 'session-ended' });
    const atMs = deps.clock.nowMs();
    const wanted = { customerId: customer.id, amountCents, isVerified, atMs };
    const beyond = await checkCaps(deps, db, wanted);
    if (beyond !== undefined) return refuse(beyond);
    const actor = `customer:${customer.id}`;
    const deposit = {
      id: createTransactionId('D'),
      customerId: customer.id,
      typeId: request.methodId,
      methodId: request.methodId,
      status: 'pending',
      amountCents,
      provider,
      comments: request.comments ?? null,
      requestId: request.requestId ?? null,
      requestHash: request.requestId === undefined ? null : hashOf(request),
    } as const;
    const transaction = await insertTransaction(db, deposit, { atMs, actor });
    if (transaction === undefined) return refuse({ code: 'duplicate-id' });
    await notifyCustomer(deps, db, transaction);
    await recordAudit(db, atMs, {
      actor,
      action: 'deposit.request',
      subject: actor,
      after: { transactionId: deposit.id, type: deposit.typeId, amount: toEuros(amountCents) },
    });
    return { kind: 'created', transaction };
  });
}

/** Returns the reply to an earlier identical request. */
async function findKnown(
  db: Kysely<object>,
  request: DepositRequest,
): Promise<Created | undefined> {
  const { customerId, requestId } = request;
  if (requestId === undefined) return undefined;
  const transaction = await findRequestedTransaction(db, { customerId, requestId });
  if (transaction === undefined) return undefined;
  return transaction.requestHash === hashOf(request)
    ? { kind: 'created', transaction }
    : refuse({ code: 'duplicate-id' });
}

function hashOf({ amount, methodId, provider, comments }: DepositRequest): string {
  const asked = [parseAmount(amount), methodId, provider?.toLowerCase(), comments];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

type ProviderChoice =
  | { readonly kind: 'chosen'; readonly provider: string | null }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

function chooseProvider(
  { cardProviders, settings }: Pick<DepositDeps, 'cardProviders' | 'settings'>,
  { methodId, provider }: DepositRequest,
): ProviderChoice {
  if (methodId !== TYPE.card) {
    const offered = listPaymentMethods([], settings.payments.methods);
    const isOffered = offered.some(({ id }) => id === methodId);
    return isOffered ? { kind: 'chosen', provider: null } : refuse({ code: 'method-unavailable' });
  }
  const named = provider?.toLowerCase();
  const fitting = cardProviders.filter(({ id }) => named === undefined || id === named);
  const [first, second] = fitting;
  if (first === undefined) return refuse({ code: 'method-unavailable' });
  if (second !== undefined) {
    return refuse({ code: 'invalid', errors: { provider: 'This field is required' } });
  }
  return { kind: 'chosen', provider: first.id };
}

function refuse(rejection: Rejection): { readonly kind: 'refused'; readonly rejection: Rejection } {
  return { kind: 'refused', rejection };
}
