import { deposits } from '@halyard/contract/backoffice/deposits';
import { actionRoles } from '../action-roles.ts';
import { bookGrant } from './book-grant.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

const KINDS = { bonus: 'bonus', referral: 'referral-bonus', credit: 'credit' } as const;

export const grantCommand: OperatorCommand = {
  name: 'grant',
  usage: ['grant bonus|referral|credit EMAIL|ID AMOUNT REASON… [--id=TRANSACTION]'],
  summary:
    'Books a bonus, a referral bonus or a credit: money that can be traded with where the regime ' +
    'allows it, and never withdrawn. With the id of an earlier try it books once.',
  rolesFor: () => actionRoles(deposits, 'grant'),
  run: async (deps, call) => {
    const [name = '', ...words] = call.words;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : undefined;
    return kind === undefined ? 'usage' : await bookGrant(deps, { ...call, words }, kind);
  },
};
