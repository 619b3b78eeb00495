import { deposits } from '@halyard/contract/backoffice/deposits';
import { actionRoles } from '../action-roles.ts';
import { bookGrant } from './book-grant.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

export const creditCommand: OperatorCommand = {
  name: 'credit',
  usage: ['credit EMAIL|ID AMOUNT REASON… [--id=TRANSACTION]'],
  summary:
    'Books a manual deposit in euros, such as 250.00. With the id of an earlier try it books once.',
  rolesFor: () => actionRoles(deposits, 'grant'),
  run: async (deps, call) => await bookGrant(deps, call, 'manual-deposit'),
};
