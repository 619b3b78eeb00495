import { Reason } from '@halyard/contract/backoffice/resource';
import { parseInput } from '@halyard/contract/parse-input';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import * as z from 'zod/mini';
import type { CallResult } from '#data/http/call.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { TextInput } from './text-input.tsx';
import { useSubmission } from './use-submission.ts';

const Form = z.object({ reason: Reason });

type ReasonDialogProps<Data> = {
  readonly title: string;
  readonly text: string;
  readonly send: (reason: string) => Promise<CallResult<Data>>;
  readonly onDone: (answer: Data, reason: string) => void;
  readonly onClose: () => void;
  /** Further inputs, before the reason. */
  readonly children?: ReactNode;
};

/** Asks for a reason, then executes the action. */
export function ReasonDialog<Data>(props: ReasonDialogProps<Data>) {
  const { title, text, send, onDone, onClose, children } = props;
  const [reason, setReason] = useState('');
  const submission = useSubmission(['reason']);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const parsed = parseInput(Form, { reason });
    if (!parsed.ok) {
      submission.fail(parsed.errors);
      return;
    }
    const answer = await submission.send(send(parsed.value.reason));
    if (answer !== undefined) onDone(answer, parsed.value.reason);
  };
  return (
    <ModalDialog title={title} onClose={onClose} size="sm">
      <form className={parts['fields']} noValidate onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        {submission.failure !== undefined && <Notice tone="down">{submission.failure}</Notice>}
        {children}
        <TextInput
          label={TEXTS.reason}
          hint={TEXTS.reasonHint}
          value={reason}
          error={submission.errors['reason']}
          hasFocus
          onChange={setReason}
        />
        <div className={parts['actions']}>
          <Button variant="default" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" disabled={submission.isSending}>
            {title}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
