import { randomUUID } from 'node:crypto';
import { EMAIL_PATTERN } from '@halyard/contract/accounts';
import { staff as resource } from '@halyard/contract/backoffice/staff';
import { ROLES } from '@halyard/contract/backoffice/roles';
import type { Role } from '@halyard/contract/backoffice/roles';
import { rejectionText } from '@halyard/contract/rejections';
import type { Rejection } from '@halyard/contract/rejections';
import { parseStaffActor } from '#features/staff/staff.ts';
import type { StaffMember } from '#features/staff/staff.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { createMember, setRoles } from '../grant-approval.ts';
import { actionRoles } from './action-roles.ts';
import type { OperatorCommand, CommandCall, OperatorCommandDeps } from '../operator-command.ts';

const WAITS = 'Waits for a second admin, who approves it in the back office.';
const NAME_PATTERN = /^[^\p{Cc}]{1,80}$/u;
const ACTIONS = [
  'roles',
  'disable',
  'enable',
  'reset-password',
  'reset-second-factor',
  'mark-break-glass',
  'end-break-glass',
] as const;

type Deps = Pick<OperatorCommandDeps, 'approvals' | 'staff'>;

export const staffCommand: OperatorCommand = {
  name: 'staff',
  usage: [
    'staff list',
    'staff create EMAIL NAME ROLE…',
    'staff roles EMAIL ROLE…',
    'staff disable|enable|reset-password|reset-second-factor EMAIL',
    'staff mark-break-glass|end-break-glass EMAIL',
  ],
  summary:
    `Who works in the back office. Roles: ${ROLES.join(', ')}. A password is shown once; the ` +
    'first sign-in sets up an authenticator app.',
  rolesFor: ([action]) => actionRoles(resource, action === 'roles' ? 'set-roles' : action),
  run: async ({ approvals, staff }, call) => {
    const [name, ...words] = call.words;
    if (name === 'list' && words.length === 0) return await list({ approvals, staff }, call);
    if (name === 'create') return await create({ approvals, staff }, call, words);
    const action = ACTIONS.find((one) => one === name);
    const [email = '', ...rest] = words;
    const roles = parseRoles(rest);
    const isFit = action === 'roles' ? roles !== undefined : rest.length === 0;
    if (action === undefined || email === '' || !isFit) return 'usage';
    const member = await staff.find({ email: email.toLowerCase() });
    if (member === undefined) {
      call.print(`There is no member of staff ${email}.`);
      return EXIT.failed;
    }
    const changed = await change({ approvals, staff }, call, {
      action,
      member,
      roles: roles ?? [],
    });
    call.print(typeof changed === 'string' ? changed : rejectionText(changed));
    return typeof changed === 'string' ? EXIT.done : EXIT.failed;
  },
};

async function list({ staff }: Deps, call: CommandCall): Promise<ExitCode> {
  const members = await staff.list();
  if (members.length === 0) call.print('There are no members of staff.');
  for (const { id, email, name, roles, isDisabled, totp } of members) {
    const said = roles.length === 0 ? 'no role' : roles.join(' ');
    const app = totp?.isConfirmed === true ? '' : '  (no authenticator app yet)';
    call.print(`${id}  ${email}  ${name}  ${said}${app}${isDisabled ? '  (disabled)' : ''}`);
  }
  return EXIT.done;
}

async function create(
  deps: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [given = '', givenName = '', ...rest] = words;
  const email = given.toLowerCase();
  const name = givenName.trim();
  const roles = parseRoles(rest);
  if (!EMAIL_PATTERN.test(email) || !NAME_PATTERN.test(name) || roles === undefined) return 'usage';
  const { actor } = call;
  // The operator needs no approval, because this command restores access when no admin can sign in.
  // A member of staff needs a second person's approval.
  const created = isMember(actor)
    ? await createMember(deps, { email, name, roles, actor, requestId: randomUUID() })
    : await deps.staff.create({ email, name, roles, actor });
  if (created.kind === 'waiting') {
    call.print(WAITS);
    return EXIT.done;
  }
  if (created.kind === 'email-taken') {
    call.print(`${email} is one.`);
    return EXIT.failed;
  }
  if (created.kind === 'refused') {
    call.print(rejectionText(created.rejection));
    return EXIT.failed;
  }
  const { password } = created;
  call.print(
    `${email} was made${password === undefined ? '' : `, with the password ${password}`}.`,
  );
  return EXIT.done;
}

type Wanted = {
  readonly action: (typeof ACTIONS)[number];
  readonly member: StaffMember;
  readonly roles: readonly Role[];
};

/** Executes a change of a member of staff. Returns the confirmation, or the rejection. */
async function change(
  { approvals, staff }: Deps,
  { actor }: CommandCall,
  { action, member, roles }: Wanted,
): Promise<string | Rejection> {
  const { id: staffId, email } = member;
  if (actor === `staff:${staffId}`) return { code: 'own-account' };
  const request = { staffId, actor };
  switch (action) {
    case 'roles': {
      const changed = isMember(actor)
        ? await setRoles(
            { approvals, staff },
            { ...request, email, roles, requestId: randomUUID() },
          )
        : await staff.setRoles({ ...request, roles });
      if ('code' in changed) return changed;
      return changed.isWaiting ? WAITS : `${email} is ${roles.join(', ')}.`;
    }
    case 'disable':
    case 'enable': {
      const rejection = await staff.setDisabled({ ...request, isDisabled: action === 'disable' });
      return rejection ?? `${email} is ${action}d.`;
    }
    case 'reset-password': {
      const reset = await staff.resetPassword(request);
      if (reset.kind === 'refused') return reset.rejection;
      return `${email} has the password ${reset.data.password} now.`;
    }
    case 'mark-break-glass':
    case 'end-break-glass': {
      const isBreakGlass = action === 'mark-break-glass';
      const rejection = await staff.setBreakGlass({ ...request, isBreakGlass });
      const can = isBreakGlass ? 'a password too' : 'single sign-on only';
      return rejection ?? `${email} signs in with ${can}.`;
    }
    case 'reset-second-factor': {
      const rejection = await staff.resetSecondFactor(request);
      return rejection ?? `The next sign-in of ${email} sets up another authenticator app.`;
    }
  }
}

function isMember(actor: string): boolean {
  return parseStaffActor(actor) !== undefined;
}

/** Parses role names; undefined unless there is at least one and each is a role. */
function parseRoles(words: readonly string[]): readonly Role[] | undefined {
  const roles = ROLES.filter((role) => words.includes(role));
  return roles.length > 0 && roles.length === words.length ? roles : undefined;
}
