import { challengeStaffPasskey } from '@halyard/contract/backoffice/desk/staff-passkeys';
import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { useState } from 'react';
import { canUsePasskeys } from '#data/auth/passkeys.ts';
import { signWithPasskey } from '#data/auth/sign-with-passkey.ts';
import { staffCall } from '#data/auth/staff.ts';
import type { Submission } from '../actions/use-submission.ts';
import { TEXTS } from '../texts.ts';

export type Proof = {
  readonly current_password: string;
  readonly code?: string;
  readonly passkey?: PasskeyAssertion;
};

export type ProofForm = {
  readonly values: { readonly password: string; readonly code: string };
  readonly usesPasskey: boolean;
  readonly canUsePasskey: boolean;
  readonly setPassword: (password: string) => void;
  readonly setCode: (code: string) => void;
  readonly setUsesPasskey: (uses: boolean) => void;
  /** Returns the proof; undefined if something is missing, which is then shown. */
  readonly read: (submission: Submission) => Promise<Proof | undefined>;
};

/** The proof that a change of passkeys needs: the password, and a code or another passkey. */
export function useProof({ hasPasskey }: { readonly hasPasskey: boolean }): ProofForm {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [usesPasskey, setUsesPasskey] = useState(false);
  return {
    values: { password, code },
    usesPasskey,
    canUsePasskey: hasPasskey && canUsePasskeys(),
    setPassword,
    setCode,
    setUsesPasskey,
    async read(submission) {
      const missing = {
        ...(password === '' ? { current_password: TEXTS.required } : {}),
        ...(!usesPasskey && code.trim() === '' ? { code: TEXTS.required } : {}),
      };
      if (Object.keys(missing).length > 0) {
        submission.fail(missing);
        return undefined;
      }
      if (!usesPasskey) return { current_password: password, code: code.trim() };
      const begun = await submission.send(staffCall(challengeStaffPasskey, { body: {} }));
      if (begun === undefined) return undefined;
      const passkey = await signWithPasskey(begun.options);
      if (passkey !== undefined) return { current_password: password, passkey };
      submission.fail({ proof: TEXTS.passkeyUnused });
      return undefined;
    },
  };
}
