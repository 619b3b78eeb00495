import { Checkbox } from '#ui/inputs/checkbox.ts';
import { TextInput } from '../actions/text-input.tsx';
import type { Errors } from '../actions/use-submission.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import type { ProofForm } from './use-proof.ts';

export const PROOF_FIELDS = ['current_password', 'code'] as const;

type ProofFieldsProps = {
  readonly proof: ProofForm;
  readonly errors: Errors;
  /** Whether the password has the focus when the dialog opens. */
  readonly hasFocus: boolean;
};

/** The inputs for the password and the second factor of a signed-in member. */
export function ProofFields({ proof, errors, hasFocus }: ProofFieldsProps) {
  return (
    <>
      <p className={parts['hint']}>
        {proof.canUsePasskey ? TEXTS.passkeyProof : TEXTS.passkeyProofFirst}
      </p>
      <TextInput
        type="password"
        label={TEXTS.currentPassword}
        autoComplete="current-password"
        value={proof.values.password}
        error={errors['current_password']}
        hasFocus={hasFocus}
        onChange={proof.setPassword}
      />
      {!proof.usesPasskey && (
        <TextInput
          label={TEXTS.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={proof.values.code}
          error={errors['code']}
          onChange={proof.setCode}
        />
      )}
      {proof.canUsePasskey && (
        <Checkbox
          label={TEXTS.passkeyProves}
          checked={proof.usesPasskey}
          onChange={(event) => proof.setUsesPasskey(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
