import { listStaffSessions, revokeStaffSession } from '@halyard/contract/backoffice/sign-in';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { staffCall } from '#data/auth/staff.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { failureText } from '../lists/list-calls.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import { OwnSessionsTable } from './own-sessions-table.tsx';
import { OwnWorkMails } from './own-work-mails.tsx';
import { PasswordForm } from './password-form.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { useSubmission } from '../actions/use-submission.ts';

const SESSIONS_KEY = ['staff-sessions'];

/** The member's own password, mails, passkeys and sign-in sessions. */
export function OwnAccountPage() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: SESSIONS_KEY });
  return (
    <>
      <PageHeading title={TEXTS.own} />
      <div className={parts['stack']}>
        <PasswordForm onDone={reload} />
        <OwnWorkMails />
        <OwnPasskeys onChanged={reload} />
        <Sessions onRevoked={reload} />
      </div>
    </>
  );
}

function Sessions({ onRevoked }: { readonly onRevoked: () => void }) {
  const submission = useSubmission([]);
  const { data, error } = useQuery<OpenSession[]>({
    queryKey: SESSIONS_KEY,
    queryFn: async () => {
      const result = await staffCall(listStaffSessions, {});
      if (result.kind !== 'data') throw new Error(failureText(result));
      return result.data;
    },
  });
  const revoke = async (id: string): Promise<void> => {
    const answer = await submission.send(staffCall(revokeStaffSession, { body: { id } }));
    if (answer !== undefined) onRevoked();
  };
  const failure = submission.failure ?? error?.message;
  return (
    <Card title={TEXTS.sessions} flush>
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      <OwnSessionsTable
        sessions={data ?? []}
        isSending={submission.isSending}
        onRevoke={(id) => void revoke(id)}
      />
    </Card>
  );
}
