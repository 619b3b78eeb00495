import { removeStaffPasskey } from '@halyard/contract/backoffice/desk/staff-passkeys';
import type { Passkey } from '@halyard/contract/identity/passkeys';
import { staffCall } from '#data/auth/staff.ts';
import { useSubmission } from '../actions/use-submission.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import type { PasskeyDialogProps } from './add-passkey-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { PROOF_FIELDS } from './proof-fields.tsx';
import { useProof } from './use-proof.ts';

type RemovePasskeyDialogProps = PasskeyDialogProps & { readonly passkey: Passkey };

/** Asks for the proof, then removes the passkey. */
export function RemovePasskeyDialog(props: RemovePasskeyDialogProps) {
  const { passkey, hasPasskey, onDone, onClose } = props;
  const proof = useProof({ hasPasskey });
  const submission = useSubmission(PROOF_FIELDS);
  const submit = async (): Promise<void> => {
    const proved = await proof.read(submission);
    if (proved === undefined) return;
    const body = { ...proved, id: passkey.id };
    const answer = await submission.send(staffCall(removeStaffPasskey, { body }));
    if (answer !== undefined) onDone();
  };
  return (
    <ProofDialog
      title={TEXTS.passkeyRemove}
      removes
      proof={proof}
      submission={submission}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={parts['strong']}>{passkey.name}</p>
    </ProofDialog>
  );
}
