import { customers } from '@halyard/contract/backoffice/customers';
import { EXIT } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

const REASON_LENGTH_MAX = 500;

export const secondFactorCommand: OperatorCommand = {
  name: 'second-factor',
  usage: ['second-factor off EMAIL|ID REASON…'],
  summary:
    'Turns off the second factor of a customer who lost app and recovery codes. Be sure who asks.',
  rolesFor: () => actionRoles(customers, 'second-factor-off'),
  run: async (deps, call) => {
    const [action, name, ...rest] = call.words;
    const reason = rest.join(' ').trim();
    if (action !== 'off' || name === undefined) return 'usage';
    if (reason === '' || reason.length > REASON_LENGTH_MAX) return 'usage';
    const customer = await findNamedCustomer(deps.customers, name, call.print);
    if (customer === undefined) return EXIT.failed;
    const change = { customerId: customer.id, actor: call.actor, reason };
    const isOff = await deps.customers.turnOffSecondFactor(change);
    call.print(
      isOff
        ? `The second factor of ${customer.email} is off.`
        : `${customer.email} has no second factor.`,
    );
    return isOff ? EXIT.done : EXIT.failed;
  },
};
