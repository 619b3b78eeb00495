// The back-office permissions as one Markdown table, from the declarations.
import { APPROVAL_RULES } from './approval-rules.ts';
import { APPROVAL_ACTIONS, type ApprovalAction } from './desk/approval-actions.ts';
import { getRelatedAccounts, TIMELINE_KINDS, TIMELINE_READ } from './customer-page.ts';
import { reports } from './reports.ts';
import { RESOURCES } from './resources.ts';
import type { Resource } from './resource.ts';
import { ROLES, type Role } from './roles.ts';

const YES = '✓';
const HEAD = [`| | ${ROLES.join(' | ')} |`, `| --- | ${ROLES.map(() => ':-:').join(' | ')} |`];

export function permissionTable(): string {
  return [
    '# Who may see and do what',
    '',
    'Made from `packages/contract/src/backoffice` by `npm run permissions`; a test holds the two against each other. What has no mark is denied. A field that a role may not see is left out of every answer, and the role can neither filter, sort nor search by it. Everybody with a session sees and ends their own sessions and changes their own password.',
    ...RESOURCES.flatMap(tableOf),
    '',
    '## Reports (`reports`)',
    '',
    ...HEAD,
    ...reports.map(({ name, roles }) => toLine(`reads \`${name}\``, roles)),
    '',
    '## A customer’s page',
    '',
    ...HEAD,
    ...TIMELINE_KINDS.map((kind) =>
      toLine(`sees \`${kind}\` in the timeline`, TIMELINE_READ[kind]),
    ),
    toLine('sees related accounts', getRelatedAccounts.roles),
    '',
    '## Approvals',
    '',
    'Above its limit several people must approve an action. The amounts of a kind add up over 24 hours, per customer, or over all customers for dividends and splits. Grants of roles to staff need two admins once there are two.',
    '',
    '| action | limit | adds up with | people | roles |',
    '| --- | --- | --- | :-: | --- |',
    ...APPROVAL_ACTIONS.map(toApprovalLine),
    '',
  ].join('\n');
}

function tableOf({ shape }: Resource): readonly string[] {
  const { title, name, read, row, detail, actions } = shape;
  const fields = Object.entries({ ...row, ...detail });
  return [
    '',
    `## ${title} (\`${name}\`)`,
    '',
    ...HEAD,
    toLine('list and open', read),
    toLine('take the list along as a file', shape.export),
    ...fields.map(([field, declared]) => toLine(`sees \`${field}\``, declared.read)),
    ...Object.entries(actions).map(([action, { roles, many }]) =>
      toLine(`does \`${action}\`${many === true ? ', also to many' : ''}`, roles),
    ),
  ];
}

function toApprovalLine(action: ApprovalAction): string {
  const { limit, sum, people, roles } = APPROVAL_RULES[action];
  const cells = [
    `\`${action}\``,
    limit === null ? 'always' : `\`${limit}\``,
    sum,
    people,
    roles.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function toLine(what: string, roles: readonly Role[]): string {
  return `| ${what} | ${ROLES.map((role) => (roles.includes(role) ? YES : '')).join(' | ')} |`;
}
