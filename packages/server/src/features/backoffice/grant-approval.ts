// The approval of a second admin for a grant of roles to staff.
import { ROLES, type Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import { cents } from '@halyard/core/money';
import type { ApprovalContent, Approvals, StoredApproval } from '#features/approvals/approvals.ts';
import { parseStaffActor } from '#features/staff/staff.ts';
import type { CreatedStaff, GrantApproval } from '#features/staff/staff.ts';
import * as z from 'zod/mini';
import type { OperatorCommandDeps } from './operator-command.ts';

type By = { readonly actor: string; readonly reason?: string | undefined };
type Deps = Pick<OperatorCommandDeps, 'approvals' | 'staff'>;

export type WantedMember = By & {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly requestId: string;
};

/** Creates a member, or records the first of two approvals. */
export async function createMember(deps: Deps, wanted: WantedMember): Promise<CreatedStaff> {
  const { email, name, roles, requestId, ...by } = wanted;
  const content = { email, name, roles: roles.join(' '), requestId };
  const stored = { action: 'staff-create', target: `${email}:${requestId}`, content } as const;
  const approval = toApproval(deps, { ...stored, ...by });
  return await deps.staff.create({ email, name, roles, actor: by.actor, approval });
}

export type WantedRoles = By & {
  readonly staffId: number;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly requestId: string;
};

/** Sets roles, or records the first of two approvals. */
export async function setRoles(
  deps: Deps,
  { staffId, email, roles, requestId, ...by }: WantedRoles,
): ReturnType<Deps['staff']['setRoles']> {
  const content = { staffId, email, roles: roles.join(' '), requestId };
  const target = `staff:${staffId}:${requestId}`;
  const approval = toApproval(deps, { action: 'staff-roles', target, content, ...by });
  return await deps.staff.setRoles({ staffId, roles, actor: by.actor, approval });
}

type Stored = By & {
  readonly action: 'staff-create' | 'staff-roles';
  readonly target: string;
  readonly content: ApprovalContent;
  readonly isStored?: true;
};

function toApproval(
  { approvals }: { readonly approvals: Pick<Approvals, 'judge'> },
  { isStored, ...stored }: Stored,
): GrantApproval {
  const about = { customerId: null, amountCents: cents(0), isUsedAtOnce: true } as const;
  return {
    judge: async (tx) => await approvals.judge(tx, { ...stored, ...about }),
    ...(isStored === undefined ? {} : { isStored }),
  };
}

// The content of an approval, as the functions above store it.
const Granted = z.object({ email: z.string(), roles: z.string() });
const Created = z.extend(Granted, { name: z.string() });
const Changed = z.extend(Granted, { staffId: z.int() });

/** Executes a grant that somebody approves in the list of approvals. Returns the rejection, if any. */
export async function grantApproved(
  deps: Deps,
  { approval, ...by }: By & { readonly approval: StoredApproval },
): Promise<Rejection | undefined> {
  const { action, target, content } = approval;
  const { actor } = by;
  const roles = readRoles(z.parse(Granted, content).roles);
  if (action === 'staff-create') {
    const { email, name } = z.parse(Created, content);
    const judge = toApproval(deps, { action, target, content, isStored: true, ...by });
    const created = await deps.staff.create({ email, name, roles, actor, approval: judge });
    if (created.kind === 'refused') return created.rejection;
    return created.kind === 'email-taken' ? { code: 'email-taken' } : undefined;
  }
  const { staffId } = z.parse(Changed, content);
  if (parseStaffActor(actor) === staffId) return { code: 'own-account' };
  const stored = { action: 'staff-roles', target, content, isStored: true } as const;
  const judge = toApproval(deps, { ...stored, ...by });
  const changed = await deps.staff.setRoles({ staffId, roles, actor, approval: judge });
  return 'code' in changed ? changed : undefined;
}

/** Returns what the second person reads: 'jane@example.com: finance admin'. */
export function describeGrant(content: unknown): string {
  const { email, roles } = z.parse(Granted, content);
  return `${email}: ${roles}`;
}

function readRoles(text: string): readonly Role[] {
  const names = text.split(' ');
  return ROLES.filter((role) => names.includes(role));
}
