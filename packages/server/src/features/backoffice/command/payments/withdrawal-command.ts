import { withdrawals } from '@halyard/contract/backoffice/withdrawals';
import { assertPresent } from '@halyard/core/assertion';
import { TRANSACTION_TYPES } from '@halyard/contract/transactions';
import { rejectionText } from '@halyard/contract/rejections';
import { cents } from '@halyard/core/money';
import {
  listSources,
  listStages,
  sumDebt,
  WITHDRAWAL_ACTIONS,
} from '#features/payments/payments.ts';
import type { Done, Transaction } from '#features/payments/payments.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { describeStage, euros } from '../describe-transaction.ts';
import { describeWaiting } from '../describe-waiting.ts';
import { toPlainLine } from '../plain-line.ts';
import { printQueue } from './print-queue.ts';
import { readReason } from '../read-reason.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const WITHDRAWAL_TYPES = [6];
const STATUSES = ['pending', 'processing'] as const;

type Deps = Pick<OperatorCommandDeps, 'db' | 'payments' | 'customers' | 'engine'>;

export const withdrawalCommand: OperatorCommand = {
  name: 'withdrawal',
  usage: [
    'withdrawal list [pending|processing]',
    'withdrawal show ID',
    'withdrawal approve ID [REASON…]',
    'withdrawal pay ID REFERENCE…',
    'withdrawal reject|bounce ID REASON…',
  ],
  summary:
    'What customers want paid out. Large ones take the approval of two people; pay is told after ' +
    'the bank was, with its reference; bounce when the money came back.',
  rolesFor: ([action]) => actionRoles(withdrawals, action),
  run: async (deps, call) => {
    const [action = '', id, ...rest] = call.words;
    if (action === 'list') {
      return await printQueue(deps, call, {
        typeIds: WITHDRAWAL_TYPES,
        statuses: STATUSES,
        status: id,
      });
    }
    if (id === undefined) return 'usage';
    if (action === 'show') return rest.length > 0 ? 'usage' : await show(deps, call, id);
    const known = WITHDRAWAL_ACTIONS.find((one) => one === action);
    const reason = readReason(rest);
    if (known === undefined || reason === undefined) return 'usage';
    if (reason === '' && known !== 'approve') return 'usage';
    const request = { id, action: known, actor: call.actor, ...(reason === '' ? {} : { reason }) };
    return report(call, id, await deps.payments.actOnWithdrawal(request));
  },
};

async function show(deps: Deps, call: CommandCall, id: string): Promise<ExitCode> {
  const withdrawal = await deps.payments.findTransaction(id);
  if (withdrawal?.typeId !== 6) {
    call.print(`There is no withdrawal ${toPlainLine(id)}.`);
    return EXIT.failed;
  }
  const { customerId } = withdrawal;
  const customer = assertPresent(await deps.customers.findCustomer(customerId), 'a customer');
  const account = assertPresent(await deps.engine.account(customerId), 'their account');
  const { kysely } = deps.db;
  const lines = [
    ['id', id],
    ['status', withdrawal.status],
    ['amount', euros(withdrawal.amountCents)],
    ['set aside', euros(withdrawal.requestedCents)],
    ['customer', `${customerId} ${customer.email}`],
    ['name', `${customer.profile.firstName} ${customer.profile.lastName}`],
    ['verified', account.terms.isVerified ? 'yes' : 'NO'],
    ['approved by', withdrawal.approvedBy ?? 'nobody'],
    ['pay to', withdrawal.comments ?? ''],
    ['cash left', euros(account.cashCents)],
    ['owed to us', euros(await sumDebt(kysely, customerId))],
  ] as const;
  lines.forEach(([name, value]) => call.print(`${name.padEnd(14)}${toPlainLine(value)}`));
  call.print('Where the money is from:');
  for (const source of await listSources(kysely, customerId)) {
    const name = TRANSACTION_TYPES[source.typeId as keyof typeof TRANSACTION_TYPES];
    const by = source.provider === null ? '' : ` by ${source.provider}`;
    call.print(`  ${name}${by}: ${source.count}, ${euros(source.totalCents)}`);
  }
  call.print('So far:');
  (await listStages(kysely, id)).map(describeStage).forEach((line) => call.print(line));
  return EXIT.done;
}

function report(call: CommandCall, id: string, done: Done): ExitCode {
  switch (done.kind) {
    case 'done':
      call.print(`${id} over ${amountOf(done.transaction)} is ${said(done.transaction)}.`);
      return EXIT.done;
    case 'not-found':
      call.print(`There is no withdrawal ${toPlainLine(id)}.`);
      return EXIT.failed;
    case 'refused':
      call.print(rejectionText(done.rejection));
      return EXIT.failed;
    case 'waiting':
      call.print(`${id} ${describeWaiting(done)}`);
      return EXIT.done;
    case 'not-now':
      call.print(`${id} is ${said(done.transaction)}, so this action is not possible.`);
      return EXIT.failed;
  }
}

function amountOf({ amountCents }: Transaction): string {
  return euros(cents(Math.abs(amountCents)));
}

function said({ status, approvedBy }: Transaction): string {
  const words: Partial<Record<Transaction['status'], string>> = {
    pending: approvedBy === null ? 'pending' : 'approved by one person and waits for a second',
    processing: 'approved and waits to be paid',
    approved: 'paid',
    failed: 'returned by the bank, its money is back with the customer',
  };
  return words[status] ?? status;
}
