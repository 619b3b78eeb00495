import { deposits } from '@halyard/contract/backoffice/deposits';
import { actionRoles } from '../action-roles.ts';
import { bookGrant } from './book-grant.ts';
import type { Verb } from '#features/backoffice/verb.ts';

export const creditVerb: Verb = {
  name: 'credit',
  usage: ['credit EMAIL|ID AMOUNT REASON… [--id=TRANSACTION]'],
  summary:
    'Books a manual deposit in euros, such as 250.00. With the id of an earlier try it books once.',
  rolesFor: () => actionRoles(deposits, 'grant'),
  run: async (deps, call) => await bookGrant(deps, call, 'manual-deposit'),
};
