import { Notice } from '#ui/feedback/notice.tsx';
import { BrowserCheck } from './browser-check.tsx';
import { RejectionResolution } from './rejection-resolution.tsx';
import type { CheckedForm } from './use-checked-form.ts';

type FormFailureProps = {
  readonly form: Pick<CheckedForm<never>, 'failure' | 'failureCode' | 'isSending'>;
};

/** The error of a whole form, above its button, or the reason for a delay. */
export function FormFailure({ form }: FormFailureProps) {
  if (form.isSending) return <BrowserCheck />;
  if (form.failure === undefined) return null;
  return (
    <Notice tone="down">
      {form.failure} <RejectionResolution code={form.failureCode} />
    </Notice>
  );
}
