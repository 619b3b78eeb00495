import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { Submission } from '../actions/use-submission.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { ProofFields } from './proof-fields.tsx';
import type { ProofForm } from './use-proof.ts';

type ProofDialogProps = {
  readonly title: string;
  /** Whether something is removed, so that the button has another colour. */
  readonly removes?: boolean;
  readonly proof: ProofForm;
  readonly submission: Submission;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  /** What is changed, above the proof. */
  readonly children: ReactNode;
};

/** The dialog of a change that needs the password and a second factor. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, removes = false, proof, submission, onSubmit, onClose, children } = props;
  const failure = submission.failure ?? submission.errors['proof'];
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <ModalDialog title={title} onClose={onClose} size="sm">
      <form className={parts['fields']} noValidate onSubmit={submit}>
        {failure !== undefined && <Notice tone="down">{failure}</Notice>}
        {children}
        <ProofFields proof={proof} errors={submission.errors} hasFocus={removes} />
        <div className={parts['actions']}>
          <Button variant="default" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button
            type="submit"
            className={removes ? (parts['dangerous'] ?? '') : ''}
            disabled={submission.isSending}
          >
            {title}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
