import { EXIT } from '#platform/operator/operator.ts';
import { findNamedCustomer } from './find-named-customer.ts';
import type { Verb } from './verb.ts';

export const autoLoginVerb: Verb = {
  name: 'auto-login',
  usage: ['auto-login EMAIL|ID'],
  summary:
    'Makes a link that signs a customer in, three times within 15 minutes. Hand it to nobody else.',
  run: async (deps, call) => {
    const [name, ...rest] = call.words;
    if (name === undefined || rest.length > 0) return 'usage';
    const customer = await findNamedCustomer(deps.accounts, name, call.print);
    if (customer === undefined) return EXIT.failed;
    const issued = { customerId: customer.id, actor: call.actor };
    call.print(await deps.accounts.issueAutoLogin(issued));
    return EXIT.done;
  },
};
