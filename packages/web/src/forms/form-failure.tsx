import { Notice } from '#ui/feedback/notice.tsx';
import { BrowserCheck } from './browser-check.tsx';
import { RefusalWay } from './refusal-way.tsx';
import type { CheckedForm } from './use-checked-form.ts';

type FormFailureProps = {
  readonly form: Pick<CheckedForm<never>, 'failure' | 'failureCode' | 'isSending'>;
};

/** What went wrong with a whole form, above its button, or why it takes long. */
export function FormFailure({ form }: FormFailureProps) {
  if (form.isSending) return <BrowserCheck />;
  if (form.failure === undefined) return null;
  return (
    <Notice tone="down">
      {form.failure} <RefusalWay code={form.failureCode} />
    </Notice>
  );
}
