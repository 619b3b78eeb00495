import { deposits } from '@halyard/contract/backoffice/deposits';
import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { rejectionText } from '@halyard/contract/rejections';
import { parseAmount } from '@halyard/core/money';
import { DEPOSIT_ACTIONS, listStages } from '#features/payments/payments.ts';
import type { Done } from '#features/payments/payments.ts';
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

const STATUSES = ['pending', 'processing', 'in-review'] as const;

type Deps = Pick<OperatorCommandDeps, 'db' | 'payments'>;

export const depositCommand: OperatorCommand = {
  name: 'deposit',
  usage: [
    'deposit list [pending|processing|in-review]',
    'deposit show ID',
    'deposit confirm ID RECEIVED REASON…',
    'deposit reject|review|clear|book-return ID REASON…',
  ],
  summary:
    'What customers want to pay in. confirm credits what was received, such as 250.00; review puts ' +
    'a deposit aside; clear takes the mark off a credited one that somebody had to look at; book-return books the ' +
    'refund or charge-back that its provider reported and does not confirm when it is asked.',
  rolesFor: ([action]) => (action === 'grant' ? undefined : actionRoles(deposits, action)),
  run: async (deps, call) => {
    const [action = '', id, ...rest] = call.words;
    if (action === 'list') {
      return await printQueue(deps, call, {
        typeIds: TRANSACTION_TABS.deposits,
        statuses: STATUSES,
        status: id,
      });
    }
    if (id === undefined) return 'usage';
    if (action === 'show') return rest.length > 0 ? 'usage' : await show(deps, call, id);
    return await act(deps, call, { action, id, rest });
  },
};

async function show(deps: Deps, call: CommandCall, id: string): Promise<ExitCode> {
  const deposit = await deps.payments.findTransaction(id);
  if (deposit === undefined) {
    call.print(`There is no transaction ${toPlainLine(id)}.`);
    return EXIT.failed;
  }
  const lines = [
    ['id', id],
    ['status', deposit.status],
    ['amount', euros(deposit.amountCents)],
    ['asked for', euros(deposit.requestedCents)],
    ['customer', String(deposit.customerId)],
    ['provider', deposit.provider ?? 'none'],
    ['its payment', deposit.providerReference ?? 'none'],
    ['comments', deposit.comments ?? ''],
    ['look', deposit.review ?? 'no need'],
  ] as const;
  lines.forEach(([name, value]) => call.print(`${name.padEnd(14)}${toPlainLine(value)}`));
  const stages = await listStages(deps.db.kysely, id);
  stages.map(describeStage).forEach((line) => call.print(line));
  return EXIT.done;
}

type Wanted = { readonly action: string; readonly id: string; readonly rest: readonly string[] };

async function act(deps: Deps, call: CommandCall, wanted: Wanted): Promise<ExitCode | 'usage'> {
  const { id, rest } = wanted;
  const action = DEPOSIT_ACTIONS.find((one) => one === wanted.action);
  if (action === undefined) return 'usage';
  const { actor } = call;
  if (action !== 'confirm') {
    const reason = readReason(rest);
    if (reason === undefined || reason === '') return 'usage';
    return report(call, id, await deps.payments.actOnDeposit({ id, actor, action, reason }));
  }
  const [received, ...words] = rest;
  const reason = readReason(words);
  if (reason === undefined || reason === '') return 'usage';
  const receivedCents = parseAmount(received);
  if (receivedCents === undefined || receivedCents <= 0) {
    call.print(`${received} is not an amount above zero such as 250.00.`);
    return EXIT.usage;
  }
  const request = { id, actor, action, reason, receivedCents };
  return report(call, id, await deps.payments.actOnDeposit(request));
}

function report(call: CommandCall, id: string, done: Done): ExitCode {
  if (done.kind === 'not-found') {
    call.print(`There is no deposit ${toPlainLine(id)}.`);
    return EXIT.failed;
  }
  const { transaction } = done;
  if (done.kind === 'done') {
    call.print(`${id} over ${euros(transaction.amountCents)} is ${transaction.status}.`);
    return EXIT.done;
  }
  if (done.kind === 'waiting') {
    call.print(`${id} ${describeWaiting(done)}`);
    return EXIT.done;
  }
  if (done.kind === 'refused') {
    call.print(rejectionText(done.rejection));
    return EXIT.failed;
  }
  call.print(`${id} is ${transaction.status}, so this action is not possible.`);
  return EXIT.failed;
}
