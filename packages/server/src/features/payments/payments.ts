// Deposits, withdrawals, bonuses and credits. A transaction records why money moves and its status;
// only the engine books, under a unique key, and an interruption between the two is completed
// later.
import type { Kysely } from 'kysely';
import type { Cents } from '@halyard/core/money';
import type { PublicConfig } from '@halyard/contract/config';
import type { Rejection } from '@halyard/contract/rejections';
import type { Transaction as WireTransaction } from '@halyard/contract/transactions';
import type { RawBinding, RouteBinding } from '#platform/http/http.ts';
import {
  actOnDeposit,
  findReturn,
  listFirstDeposits,
  listPaymentMethods,
} from './deposits/deposits.ts';
import type { DepositActionRequest, FirstDeposit, ReportedReturn } from './deposits/deposits.ts';
import { eraseDetails, hasUndecided } from './closing-store.ts';
import { collectDebt } from './collect-debt.ts';
import type { Collected, DebtCollection } from './collect-debt.ts';
import { actOnWithdrawal, findStop } from './withdrawals/withdrawals.ts';
import type { Done } from './action.ts';
import type { WithdrawalActionRequest } from './withdrawals/withdrawals.ts';
import { forgetApproval } from './forget-approval.ts';
import type { Forgotten } from './forget-approval.ts';
import { grant } from './grant.ts';
import type { Grant, Granted } from './grant.ts';
import { createProviders } from './providers/providers.ts';
import type { Providers, ProvidersOptions } from './providers/providers.ts';
import { recoverTransactions, repeatRecovery } from './recover-transactions.ts';
import type { RecoveryDeps } from './recover-transactions.ts';
import { listTransactions, paymentsRoutes } from './routes.ts';
import type { RoutesDeps, TransactionPage } from './routes.ts';
import { sumDebt } from './staff-store.ts';
import type { Transaction } from './transaction.ts';
import { findTransaction, lockCustomerTransactions } from './transaction-store.ts';

export { DEPOSIT_ACTIONS } from './deposits/deposits.ts';
export type { DepositActionRequest, MethodSettings } from './deposits/deposits.ts';
export { WITHDRAWAL_ACTIONS } from './withdrawals/withdrawals.ts';
export type { Done } from './action.ts';
export type { WithdrawalActionRequest } from './withdrawals/withdrawals.ts';
export { endWithdrawal } from './end-withdrawal.ts';
export { auditTransactions } from './audit-transactions.ts';
export type { Finished } from './finish-step.ts';
export type { Grant, Granted } from './grant.ts';
export { readPaymentFigures } from './payment-figures.ts';
export { callProvider, SANDBOX_PATH } from './providers/providers.ts';
export type { CallProvider, ProviderSettings } from './providers/providers.ts';
export { CONFIRMED_BY_STAFF, stageOf } from './stage.ts';
export { findDestinationUse, listQueue, listSources, listStages, sumDebt } from './staff-store.ts';
export type { Transaction } from './transaction.ts';
export { transactionTimeline } from './transaction-timeline.ts';
export { createTransactionId, isDepositId } from './transaction-id.ts';

export type PaymentsOptions = Omit<RoutesDeps, 'cardProviders'> & RecoveryDeps & ProvidersOptions;

export type Payments = {
  readonly routes: readonly RouteBinding[];
  /** The route that receives providers' webhooks. */
  readonly rawRoutes: readonly RawBinding[];
  /** The origins to which a page submits a customer's signed form. */
  readonly formOrigins: readonly string[];
  /** The available deposit methods. */
  readonly methods: PublicConfig['payment_methods'];
  /** Returns a page of a customer's transactions, newest first. */
  listTransactions(customerId: number, page: TransactionPage): Promise<WireTransaction[]>;
  /** Books money or credit that the broker gives voluntarily. */
  grant(granted: Grant): Promise<Granted>;
  actOnDeposit(request: DepositActionRequest): Promise<Done>;
  actOnWithdrawal(request: WithdrawalActionRequest): Promise<Done>;
  /** Cancels the first approval of a withdrawal, before the approval itself is withdrawn. */
  forgetApproval(tx: Kysely<object>, forgotten: Forgotten): Promise<void>;
  findTransaction(id: string): Promise<Transaction | undefined>;
  /** Returns the refund or charge-back of a deposit that staff can book, if there is one. */
  findReportedReturn(deposit: Transaction): Promise<ReportedReturn | undefined>;
  /** Returns what staff must decide before the customer can withdraw, if anything. */
  findWithdrawalStop(customerId: number): Promise<Rejection | undefined>;
  /**
   * Returns whether a customer has undecided payments. In a transaction, it prevents new ones until
   * the end.
   */
  isUnderWay(db: Kysely<object>, customerId: number): Promise<boolean>;
  /** Pays a customer's debt for reversed deposits from their free cash. */
  collectDebt(collection: DebtCollection): Promise<Collected>;
  /** Returns a customer's debt for reversed deposits. */
  sumDebt(db: Kysely<object>, customerId: number): Promise<Cents>;
  /** Deletes what a customer and their provider stated about payments; the payments stay. */
  eraseDetails(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Returns each customer's earliest settled deposit; absent if there is none. */
  listFirstDeposits(customerIds: readonly number[]): Promise<readonly FirstDeposit[]>;
  readonly reconcile: Providers['reconcile'];
  /** Completes what a crash interrupted. Call it once the engine runs. */
  start(): Promise<void>;
};

export function createPayments(options: PaymentsOptions): Payments {
  repeatRecovery(options);
  const providers = createProviders(options);
  const { cardProviders, rawRoutes, formOrigins } = providers;
  return {
    routes: [...paymentsRoutes({ ...options, cardProviders }), ...providers.routes],
    rawRoutes,
    formOrigins,
    methods: listPaymentMethods(cardProviders, options.settings.payments.methods),
    listTransactions: async (customerId, page) => await listTransactions(options, customerId, page),
    grant: async (granted) => await grant(options, granted),
    actOnDeposit: async (request) => await actOnDeposit(options, request),
    actOnWithdrawal: async (request) => await actOnWithdrawal(options, request),
    forgetApproval: async (tx, forgotten) => await forgetApproval(options, tx, forgotten),
    findTransaction: async (id) => await findTransaction(options.db.kysely, id),
    findReportedReturn: async (deposit) => await findReturn(options.db.kysely, deposit),
    findWithdrawalStop: async (customerId) => await findStop(options, customerId),
    isUnderWay: async (db, customerId) => {
      await lockCustomerTransactions(db, customerId);
      return await hasUndecided(db, customerId);
    },
    collectDebt: async (collection) => await collectDebt(options, collection),
    sumDebt,
    eraseDetails,
    listFirstDeposits: async (customerIds) =>
      await listFirstDeposits(options.db.kysely, customerIds),
    reconcile: providers.reconcile,
    start: async () => {
      const finished = await recoverTransactions(options);
      if (finished > 0) options.log.warn({ finished }, 'transactions that were cut short are done');
      await providers.start();
    },
  };
}
