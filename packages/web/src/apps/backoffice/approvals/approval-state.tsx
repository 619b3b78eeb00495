import { approvals } from '@halyard/contract/backoffice/approvals';
import * as z from 'zod/mini';
import { Notice } from '#ui/feedback/notice.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { actorText } from '../staff/actor-text.ts';
import { useStaff } from '../staff/staff-context.ts';
import { useStaffNames } from '../staff/use-staff-names.ts';
import { approvalNote, type GivenFirst } from './approval-note.ts';

const { action, first_by, status } = approvals.shape.row;
const Shown = z.object({
  action: action.schema,
  first_by: first_by.schema,
  status: status.schema,
});

/** Says who must still approve what waits. */
export function ApprovalState({ row }: PagePartProps) {
  const shown = z.parse(Shown, row);
  if (shown.status !== 'waiting') return undefined;
  return <ApprovalNote action={shown.action} by={shown.first_by ?? undefined} />;
}

type ApprovalNoteProps = Pick<GivenFirst, 'action'> & {
  /** Who gave the first approval, as the audit log names them. */
  readonly by: string | undefined;
};

export function ApprovalNote({ action: what, by }: ApprovalNoteProps) {
  const { id } = useStaff();
  const names = useStaffNames();
  const firstBy = by === undefined ? undefined : actorText(by, names);
  return (
    <Notice tone="neutral">
      {approvalNote({ action: what, firstBy, isByReader: by === `staff:${id}` })}
    </Notice>
  );
}
