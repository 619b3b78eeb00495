import {
  challengeStaffPasskey,
  loginStaffPasskey,
} from '@halyard/contract/backoffice/desk/staff-passkeys';
import { canUsePasskeys } from '#data/auth/passkeys.ts';
import { signWithPasskey } from '#data/auth/sign-with-passkey.ts';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import type { Submission } from '../actions/use-submission.ts';
import { TEXTS } from '../texts.ts';

/** The button that signs in with a passkey; absent if the browser doesn't support them. */
export function PasskeyButton({ submission }: { readonly submission: Submission }) {
  if (!canUsePasskeys()) return null;
  const enter = async (): Promise<void> => {
    const begun = await submission.send(staffCall(challengeStaffPasskey, { body: {} }));
    if (begun === undefined) return;
    const response = await signWithPasskey(begun.options);
    if (response === undefined) {
      submission.fail({ passkey: TEXTS.passkeyUnused });
      return;
    }
    const session = await submission.send(staffCall(loginStaffPasskey, { body: { response } }));
    if (session !== undefined) staffSession.begin(session.access_token);
  };
  return (
    <Button variant="default" disabled={submission.isSending} onClick={() => void enter()}>
      {TEXTS.usePasskey}
    </Button>
  );
}
