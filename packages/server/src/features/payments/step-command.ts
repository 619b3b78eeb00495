// The engine command of each step. It follows completely from the row, so that a repeated step
// sends the same command.
import { assert } from '@halyard/core/assertion';
import type { AccountCommand } from '@halyard/core/engine';
import {
  createPayoutPosting,
  createPosting,
  holdKey,
  releaseKey,
  reversalKey,
} from '@halyard/core/ledger';
import type { LedgerAccount, Posting } from '@halyard/core/ledger';
import { cents, negateCents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { isGrant } from './stage.ts';
import { TYPE } from './transaction.ts';
import type { NextStep, Transaction } from './transaction.ts';

export type StepCommand = { readonly requestId: string; readonly command: AccountCommand };

/** Returns the command of a step; every step has one except `restrict`, which moves no money. */
export function stepCommandOf(
  transaction: Transaction,
  { step, data }: NextStep,
  atMs: number,
): StepCommand {
  const { id: reference, customerId: accountId } = transaction;
  switch (step) {
    case 'credit':
      return post(accountId, createCreditPosting(transaction, atMs));
    case 'hold': {
      const amountCents = heldCents(transaction);
      const command = { kind: 'hold-funds', accountId, atMs, amountCents, reference } as const;
      return { requestId: holdKey(reference), command };
    }
    case 'release': {
      const command = { kind: 'release-funds', accountId, atMs, reference } as const;
      return { requestId: releaseKey(reference), command };
    }
    case 'pay': {
      const amountCents = heldCents(transaction);
      const feeCents = feeCentsOf(transaction);
      const { attempt } = transaction;
      const payout = { accountId, reference, amountCents, feeCents, atMs, attempt };
      return post(accountId, createPayoutPosting(payout));
    }
    case 'return':
      assert(data.returnId !== undefined, 'a returned payout has its own transaction');
      return post(accountId, createReturnPosting(transaction, data.returnId, atMs));
    case 'take-back': {
      const amountCents = negateCents(transaction.amountCents);
      const source = sourceOf(transaction);
      const command = { kind: 'take-back-funds', accountId, atMs, amountCents } as const;
      return { requestId: reversalKey(reference), command: { ...command, reference, source } };
    }
    case 'restrict':
      throw new TypeError('Restricting an account moves no money.');
  }
}

/** Returns the amount that a withdrawal holds: the payout and the fee. */
function heldCents({ requestedCents }: Transaction): Cents {
  return negateCents(requestedCents);
}

/** Returns the broker's fee of a withdrawal. */
function feeCentsOf({ amountCents, requestedCents }: Transaction): Cents {
  return cents(amountCents - requestedCents);
}

function post(accountId: number, posting: Posting): StepCommand {
  const { uniqueKey, atMs } = posting;
  return { requestId: uniqueKey, command: { kind: 'post-funds', accountId, atMs, posting } };
}

/** Returns the ledger account that a deposit comes from. */
function sourceOf({ typeId, provider }: Transaction): LedgerAccount {
  return typeId === TYPE.card && provider !== null ? `house:provider:${provider}` : 'house:bank';
}

function createCreditPosting(transaction: Transaction, atMs: number): Posting {
  const { id, typeId, amountCents } = transaction;
  if (!isGrant(typeId)) {
    const moved = { account: 'customer:cash', from: sourceOf(transaction), amountCents } as const;
    return paidIn(transaction, { kind: 'deposit', uniqueKey: `deposit:${id}`, atMs, ...moved });
  }
  const kind = typeId === TYPE.credit ? 'credit' : 'bonus';
  const moved = { account: 'customer:credit', from: 'house:bonus', amountCents } as const;
  return paidIn(transaction, { kind, uniqueKey: `grant:${id}`, atMs, ...moved });
}

function createReturnPosting(withdrawal: Transaction, returnId: string, atMs: number): Posting {
  return paidIn(
    { id: returnId, customerId: withdrawal.customerId },
    {
      kind: 'withdrawal',
      // The key names the withdrawal, because it is returned at most once.
      uniqueKey: `return:${withdrawal.id}`,
      atMs,
      account: 'customer:cash',
      from: 'house:bank',
      amountCents: negateCents(withdrawal.amountCents),
    },
  );
}

type PaidIn = Pick<Posting, 'kind' | 'uniqueKey' | 'atMs'> & {
  readonly account: 'customer:cash' | 'customer:credit';
  readonly from: LedgerAccount;
  readonly amountCents: Cents;
};

function paidIn(
  { id, customerId }: Pick<Transaction, 'id' | 'customerId'>,
  { account, from, amountCents, ...rest }: PaidIn,
): Posting {
  return createPosting({
    ...rest,
    reference: id,
    entries: [
      { account, customerId, amountCents },
      { account: from, customerId: null, amountCents: negateCents(amountCents) },
    ],
  });
}
