import {
  addStaffPasskey,
  beginStaffPasskey,
} from '@halyard/contract/backoffice/desk/staff-passkeys';
import { useState } from 'react';
import { createPasskey } from '#data/auth/passkeys.ts';
import { staffCall } from '#data/auth/staff.ts';
import { TextInput } from '../actions/text-input.tsx';
import { useSubmission } from '../actions/use-submission.ts';
import { TEXTS } from '../texts.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { PROOF_FIELDS } from './proof-fields.tsx';
import { useProof } from './use-proof.ts';

export type PasskeyDialogProps = {
  readonly hasPasskey: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Asks for a name and the proof, then lets the browser create the passkey. */
export function AddPasskeyDialog({ hasPasskey, onDone, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const proof = useProof({ hasPasskey });
  const submission = useSubmission(['name', ...PROOF_FIELDS]);
  const submit = async (): Promise<void> => {
    if (name.trim() === '') {
      submission.fail({ name: TEXTS.required });
      return;
    }
    const body = await proof.read(submission);
    if (body === undefined) return;
    const begun = await submission.send(staffCall(beginStaffPasskey, { body }));
    if (begun === undefined) return;
    const response = await createPasskey(begun.options);
    if (response === undefined) {
      submission.fail({ proof: TEXTS.passkeyUncreated });
      return;
    }
    const added = { name: name.trim(), response };
    const answer = await submission.send(staffCall(addStaffPasskey, { body: added }));
    if (answer !== undefined) onDone();
  };
  return (
    <ProofDialog
      title={TEXTS.passkeyAdd}
      proof={proof}
      submission={submission}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={TEXTS.passkeyName}
        hint={TEXTS.passkeyNameHint}
        value={name}
        error={submission.errors['name']}
        hasFocus
        onChange={setName}
      />
    </ProofDialog>
  );
}
