// Changes of a customer's profile that two people approve.
import type { ProfileField } from '@halyard/contract/backoffice/desk/profile-edit';
import {
  PROFILE_FIELDS,
  VERIFICATION_EFFECTS,
  type VerificationEffect,
} from '@halyard/contract/backoffice/desk/profile-edit';
import type { Rejection } from '@halyard/contract/rejections';
import { cents } from '@halyard/core/money';
import type { ApprovalContent, StoredApproval } from '#features/approvals/approvals.ts';
import type { EditedProfile, ProfileChange, ProfileFields } from '#features/customers/customers.ts';
import * as z from 'zod/mini';
import type { OperatorCommandDeps } from './operator-command.ts';

type Deps = Pick<OperatorCommandDeps, 'approvals' | 'customers'>;
type By = { readonly actor: string; readonly reason: string };

export type WantedProfile = By & {
  readonly customerId: number;
  readonly profileVersion: string;
  readonly fields: ProfileFields;
  readonly verification: VerificationEffect;
  readonly requestId: string;
};

/** Changes a profile, or records the first of two approvals. */
export async function changeProfile(deps: Deps, wanted: WantedProfile): Promise<EditedProfile> {
  const { requestId, ...edit } = wanted;
  const { customerId, profileVersion, verification, actor, reason } = edit;
  const approval = {
    action: 'profile-edit',
    target: `customer:${customerId}:${requestId}`,
    customerId,
    amountCents: cents(0),
    isUsedAtOnce: true,
  } as const;
  return await deps.customers.editProfile({
    ...edit,
    judge: async (tx, changes) => {
      const content = toContent({ customerId, profileVersion, verification }, changes);
      return await deps.approvals.judge(tx, { ...approval, content, actor, reason });
    },
  });
}

const BEFORE = 'before.';
const AFTER = 'after.';
type Kept = Pick<WantedProfile, 'customerId' | 'profileVersion' | 'verification'>;

function toContent(kept: Kept, changes: readonly ProfileChange[]): ApprovalContent {
  const values = changes.flatMap(({ field, before, after }): [string, string][] => [
    [`${BEFORE}${field}`, before ?? ''],
    [`${AFTER}${field}`, after],
  ]);
  return { ...kept, ...Object.fromEntries(values) };
}

// The content of an approval, as the function above stores it.
const Stored = z.object({
  customerId: z.int(),
  profileVersion: z.string(),
  verification: z.enum(VERIFICATION_EFFECTS),
});

/** Executes a change that somebody approves in the list of approvals. Returns the rejection, if any. */
export async function editApproved(
  deps: Deps,
  { approval, ...by }: By & { readonly approval: StoredApproval },
): Promise<Rejection | undefined> {
  const { content, target } = approval;
  const stored = z.parse(Stored, content);
  const fields = Object.fromEntries(
    readChanges(content).map(({ profile_field: field, after }) => [field, after]),
  );
  const requestId = target.slice(`customer:${stored.customerId}:`.length);
  const edited = await changeProfile(deps, { ...stored, fields, requestId, ...by });
  return edited.kind === 'refused' ? edited.rejection : undefined;
}

type ShownChange = {
  readonly profile_field: ProfileField;
  readonly before: string | null;
  readonly after: string;
};

/** What the second person compares; null once the customer's data has been erased. */
export function describeEdit(content: Readonly<Record<string, unknown>>): {
  readonly changes: ShownChange[] | null;
  readonly verification: VerificationEffect | null;
} {
  const stored = z.safeParse(Stored, content);
  if (!stored.success) return { changes: null, verification: null };
  return { changes: readChanges(content), verification: stored.data.verification };
}

function readChanges(content: Readonly<Record<string, unknown>>): ShownChange[] {
  return PROFILE_FIELDS.flatMap((field) => {
    const [before, after] = [content[`${BEFORE}${field}`], content[`${AFTER}${field}`]];
    if (typeof after !== 'string') return [];
    const old = typeof before === 'string' && before !== '' ? before : null;
    return [{ profile_field: field, before: old, after }];
  });
}
