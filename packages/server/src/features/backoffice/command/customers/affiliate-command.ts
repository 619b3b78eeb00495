import { affiliates } from '@halyard/contract/backoffice/affiliates';
import { EMAIL_PATTERN } from '@halyard/contract/accounts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { createPassword } from '#features/backoffice/create-password.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const NAME_PATTERN = /^[^\p{Cc}]{1,80}$/u;
const CODE_PATTERN = /^[\w-]{4,64}$/;

const ACTIONS = ['code', 'password', 'block', 'unblock', 'reset-second-factor'] as const;

type Deps = Pick<OperatorCommandDeps, 'affiliates'>;

/** Actions that have another name in the back office. */
const RESOURCE_ACTIONS: Readonly<Record<string, string>> = {
  code: 'add-code',
  password: 'reset-password',
};

export const affiliateCommand: OperatorCommand = {
  name: 'affiliate',
  usage: [
    'affiliate list',
    'affiliate create EMAIL NAME [CODE]',
    'affiliate code EMAIL [CODE]',
    'affiliate password|block|unblock|reset-second-factor EMAIL',
  ],
  summary: 'Partners who refer visitors, and the codes of their links. A password is shown once.',
  rolesFor: ([action = '']) => actionRoles(affiliates, RESOURCE_ACTIONS[action] ?? action),
  run: async (deps, call) => {
    const [action, ...words] = call.words;
    if (action === 'list' && words.length === 0) return await list(deps, call);
    if (action === 'create') return await create(deps, call, words);
    const [given = '', code, ...rest] = words;
    const isKnown = ACTIONS.some((one) => one === action);
    if (!isKnown || given === '' || rest.length > 0) return 'usage';
    if (code !== undefined && (action !== 'code' || !CODE_PATTERN.test(code))) return 'usage';
    const affiliate = await deps.affiliates.findByEmail(given.toLowerCase());
    if (affiliate === undefined) {
      call.print(`There is no affiliate ${given}.`);
      return EXIT.failed;
    }
    const request = { affiliateId: affiliate.id, actor: call.actor };
    if (action === 'code') {
      const added = await deps.affiliates.addCode({ ...request, code });
      const said = `${affiliate.email} has the code ${added} now.`;
      call.print(added === undefined ? 'Somebody has this code.' : said);
      return added === undefined ? EXIT.failed : EXIT.done;
    }
    if (action === 'password') {
      const password = createPassword();
      await deps.affiliates.setPassword({ ...request, password });
      call.print(`${affiliate.email} has the password ${password} now.`);
      return EXIT.done;
    }
    if (action === 'reset-second-factor') {
      await deps.affiliates.resetSecondFactor(request);
      call.print(`${affiliate.email} sets up an authenticator app at the next sign-in.`);
      return EXIT.done;
    }
    await deps.affiliates.setBlocked({ ...request, isBlocked: action === 'block' });
    call.print(`${affiliate.email} is ${action}ed.`);
    return EXIT.done;
  },
};

async function list({ affiliates }: Deps, call: CommandCall): Promise<ExitCode> {
  const listed = await affiliates.list();
  if (listed.length === 0) call.print('There are no affiliates.');
  for (const { id, email, name, codes, isBlocked } of listed) {
    call.print(`${id}  ${email}  ${name}  ${codes.join(' ')}${isBlocked ? '  (blocked)' : ''}`);
  }
  return EXIT.done;
}

async function create(
  { affiliates }: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [given = '', givenName = '', code, ...rest] = words;
  const email = given.toLowerCase();
  const name = givenName.trim();
  const isFit = EMAIL_PATTERN.test(email) && NAME_PATTERN.test(name) && rest.length === 0;
  if (!isFit || (code !== undefined && !CODE_PATTERN.test(code))) return 'usage';
  const password = createPassword();
  const created = await affiliates.create({ email, name, password, code, actor: call.actor });
  if (created.kind !== 'created') {
    call.print(created.kind === 'email-taken' ? `${email} is one.` : 'Somebody has this code.');
    return EXIT.failed;
  }
  call.print(`${email} was made, with the code ${created.code} and the password ${password}.`);
  return EXIT.done;
}
