import { createFigureWriter } from '@halyard/contract/format/figures';
import { rejectionText } from '@halyard/contract/rejections';
import { parseAmount } from '@halyard/core/money';
import { createTransactionId, isDepositId } from '#features/payments/payments.ts';
import type { Finished, Grant } from '#features/payments/payments.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { Outage } from '#platform/outage/outage.ts';
import { euros } from '../describe-transaction.ts';
import { describeWaiting } from '../describe-waiting.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import { readReason } from '../read-reason.ts';
import type { CommandCall, OperatorCommandDeps } from '#features/backoffice/operator-command.ts';

const ID_OPTION = '--id=';

/**
 * Books what an operator gives a customer: recipient, amount, reason, and optionally the id of an
 * earlier attempt.
 */
export async function bookGrant(
  deps: Pick<OperatorCommandDeps, 'customers' | 'payments'>,
  call: CommandCall,
  kind: Grant['kind'],
): Promise<ExitCode | 'usage'> {
  const options = call.words.filter((word) => word.startsWith(ID_OPTION));
  const [name, amount, ...rest] = call.words.filter((word) => !word.startsWith(ID_OPTION));
  const reason = readReason(rest);
  if (name === undefined || options.length > 1) return 'usage';
  if (reason === undefined || reason === '') return 'usage';

  const amountCents = parseAmount(amount);
  if (amountCents === undefined || amountCents <= 0) {
    call.print(`${amount} is not an amount above zero such as 250.00.`);
    return EXIT.usage;
  }
  const transactionId = options[0]?.slice(ID_OPTION.length) ?? createTransactionId('D');
  if (!isDepositId(transactionId)) {
    call.print(`${transactionId} is not the id of a deposit: D and 18 characters.`);
    return EXIT.usage;
  }
  const customer = await findNamedCustomer(deps.customers, name, call.print);
  if (customer === undefined) return EXIT.failed;
  if (customer.closedAtMs !== null) {
    call.print(`${customer.email} has closed the account: nothing can be booked to it.`);
    return EXIT.failed;
  }

  const granted = { kind, customerId: customer.id, amountCents, transactionId, reason };
  try {
    const outcome = await deps.payments.grant({ ...granted, actor: call.actor });
    if (outcome.kind === 'waiting') {
      call.print(`${euros(amountCents)} as ${transactionId} ${describeWaiting(outcome)}`);
      return EXIT.done;
    }
    if (outcome.kind === 'not-approved') {
      call.print(`Rejected: ${rejectionText(outcome.rejection)}`);
      return EXIT.failed;
    }
    if (outcome.kind === 'refused') {
      call.print(describeRejection(outcome.rejection, transactionId));
      return EXIT.failed;
    }
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    call.print(`${error.message} It is unknown whether the amount was booked.`);
    call.print(`Run the same command again with ${ID_OPTION}${transactionId}`);
    return EXIT.failed;
  }
  call.print(`Booked ${euros(amountCents)} to ${customer.email} as ${transactionId}.`);
  return EXIT.done;
}

type Refused = Extract<Finished, { kind: 'refused' }>['rejection'];

function describeRejection({ code, facts }: Refused, transactionId: string): string {
  if (code === 'duplicate-id') return `Refused: ${code}. ${transactionId} is another’s.`;
  const { maximum } = facts;
  const limit =
    typeof maximum === 'number'
      ? ` At most ${createFigureWriter('en').euros(maximum)} more fit.`
      : '';
  return `Refused: ${code}.${limit}`;
}
