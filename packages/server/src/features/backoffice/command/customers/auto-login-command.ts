import { customers } from '@halyard/contract/backoffice/customers';
import { EXIT } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

export const autoLoginCommand: OperatorCommand = {
  name: 'auto-login',
  usage: ['auto-login EMAIL|ID'],
  summary:
    'Mails a customer a link that signs them in, three times within 15 minutes. Nobody else sees it.',
  rolesFor: () => actionRoles(customers, 'auto-login'),
  run: async (deps, call) => {
    const [name, ...rest] = call.words;
    if (name === undefined || rest.length > 0) return 'usage';
    const customer = await findNamedCustomer(deps.customers, name, call.print);
    if (customer === undefined) return EXIT.failed;
    await deps.customers.mailAutoLogin({ customerId: customer.id, actor: call.actor });
    call.print(`A sign-in link is on its way to ${customer.email}.`);
    return EXIT.done;
  },
};
