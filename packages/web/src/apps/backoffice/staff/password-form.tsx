import { updateStaffPassword } from '@halyard/contract/backoffice/sign-in';
import { parseInput } from '@halyard/contract/parse-input';
import { useState, type SyntheticEvent } from 'react';
import { staffCall } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextInput } from '../actions/text-input.tsx';
import { useSubmission } from '../actions/use-submission.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';

const EMPTY = { current_password: '', new_password: '', confirm_password: '' };
const FIELDS = [
  ['current_password', TEXTS.currentPassword, 'current-password'],
  ['new_password', TEXTS.newPassword, 'new-password'],
  ['confirm_password', TEXTS.repeatPassword, 'new-password'],
] as const;

/** Changes the member's own password. */
export function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmission(Object.keys(EMPTY));
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setIsDone(false);
    const parsed = parseInput(updateStaffPassword.body, values);
    if (!parsed.ok) {
      submission.fail(parsed.errors);
      return;
    }
    const answer = await submission.send(staffCall(updateStaffPassword, { body: values }));
    if (answer === undefined) return;
    setValues(EMPTY);
    setIsDone(true);
    onDone();
  };
  return (
    <Card title={TEXTS.changePassword} className={parts['narrow'] ?? ''}>
      <form className={parts['fields']} noValidate onSubmit={(event) => void submit(event)}>
        {isDone && <Notice tone="up">{TEXTS.passwordChanged}</Notice>}
        {submission.failure !== undefined && <Notice tone="down">{submission.failure}</Notice>}
        {FIELDS.map(([name, label, autoComplete]) => (
          <TextInput
            key={name}
            type="password"
            label={label}
            autoComplete={autoComplete}
            value={values[name]}
            error={submission.errors[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Button type="submit" className={parts['start'] ?? ''} disabled={submission.isSending}>
          {TEXTS.changePassword}
        </Button>
      </form>
    </Card>
  );
}
