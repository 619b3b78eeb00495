// Who has approved an action that waits, and who must still do so.
import { APPROVAL_RULES } from '@halyard/contract/backoffice/approval-rules';
import type { ApprovalAction } from '@halyard/contract/backoffice/desk/approval-actions';
import { choiceText } from '../names.ts';
import { TEXTS } from '../texts.ts';

export type GivenFirst = {
  readonly action: ApprovalAction;
  /** Who gave the first approval, by name; undefined while nobody has. */
  readonly firstBy: string | undefined;
  readonly isByReader: boolean;
};

/** Returns the note in words, such as 'You gave the first approval. …'. */
export function approvalNote({ action, firstBy, isByReader }: GivenFirst): string {
  const roles = APPROVAL_RULES[action].roles.map((role) => choiceText('roles', role)).join(', ');
  if (firstBy === undefined) return `${TEXTS.needsTwo} ${roles}.`;
  const given = isByReader ? TEXTS.youApproved : `${TEXTS.approvedFirst} ${firstBy}.`;
  return `${given} ${TEXTS.needsAnother} ${roles}.`;
}
