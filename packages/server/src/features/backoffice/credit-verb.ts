import { parseAmount, toEuros } from '@halyard/core/money';
import { Outage } from '#platform/outage/outage.ts';
import { depositManually } from './deposit-manually.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { findNamedCustomer } from './find-named-customer.ts';
import { createTransactionId, isDepositId } from './transaction-id.ts';
import type { Verb } from './verb.ts';

const REASON_LENGTH_MAX = 500;
const ID_OPTION = '--id=';

export const creditVerb: Verb = {
  name: 'credit',
  usage: ['credit EMAIL|ID AMOUNT REASON… [--id=TRANSACTION]'],
  summary:
    'Books a manual deposit in euros, such as 250.00. With the id of an earlier try it books once.',
  run: async (deps, call) => {
    const options = call.words.filter((word) => word.startsWith(ID_OPTION));
    const [name, amount, ...rest] = call.words.filter((word) => !word.startsWith(ID_OPTION));
    const reason = rest.join(' ').trim();
    if (name === undefined || options.length > 1) return 'usage';
    if (reason === '' || reason.length > REASON_LENGTH_MAX) return 'usage';

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
    const customer = await findNamedCustomer(deps.accounts, name, call.print);
    if (customer === undefined) return EXIT.failed;

    const deposit = { customerId: customer.id, amountCents, transactionId, reason };
    try {
      const outcome = await depositManually(deps, { ...deposit, actor: call.actor });
      if (outcome.kind === 'refused') {
        call.print(`Refused: ${outcome.refusal.code}. ${transactionId} is another deposit’s.`);
        return EXIT.failed;
      }
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      call.print(`${error.message} Whether it was booked is not known.`);
      call.print(`Run the same command again with ${ID_OPTION}${transactionId}`);
      return EXIT.failed;
    }
    const euros = toEuros(amountCents).toFixed(2);
    call.print(`Booked € ${euros} to ${customer.email} as ${transactionId}.`);
    return EXIT.done;
  },
};
