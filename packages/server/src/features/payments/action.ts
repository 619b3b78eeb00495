// The inputs and results of an action on a payment, for deposits and withdrawals alike.
import type { Rejection } from '@halyard/contract/rejections';
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { EngineClient } from '#engine/engine.ts';
import type { Approvals, Waiting } from '#features/approvals/approvals.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { StepDeps } from './finish-step.ts';
import type { Transaction } from './transaction.ts';

export type Created =
  | { readonly kind: 'created'; readonly transaction: Transaction }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type Done =
  | { readonly kind: 'done'; readonly transaction: Transaction }
  | { readonly kind: 'not-found' }
  /** The transaction's status does not permit the action. */
  | { readonly kind: 'not-now'; readonly transaction: Transaction }
  /** Two people must decide and have not: nothing has happened yet. */
  | (Waiting & { readonly transaction: Transaction })
  /**
   * The action is rejected: the actor can't approve it, or not alone; or the account does not cover
   * it now.
   */
  | { readonly kind: 'refused'; readonly rejection: Rejection; readonly transaction: Transaction };

export type CoverDeps = {
  readonly engine: Pick<EngineClient, 'account' | 'market'>;
  readonly rules: EngineRules;
  /** The listed instruments, by symbol. */
  readonly listed: ReadonlyMap<string, Instrument>;
};

export type ActionDeps = CoverDeps &
  StepDeps & {
    readonly approvals: Pick<Approvals, 'judge' | 'withdraw' | 'withdrawWaiting'>;
    readonly linkedAccounts: Pick<LinkedAccounts, 'findWithdrawalStop'>;
    readonly settings: { readonly unverifiedDepositMaxCents: Cents };
  };
