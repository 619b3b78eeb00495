import {
  getUploadsLeft,
  uploadDocument,
  type DOCUMENT_TYPES,
  type DocumentKind,
  type FUNDING_SIDES,
} from '@halyard/contract/documents';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import { reload } from '#data/http/query.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { fileProblem } from './document-state.ts';
import classes from './documents.module.css';

const TIMEOUT_MS = 120_000;
const MEGABYTES_MAX = 2;

type Target = {
  readonly type: (typeof DOCUMENT_TYPES)[number];
  readonly side?: (typeof FUNDING_SIDES)[number];
};

const TARGETS: Readonly<Record<DocumentKind, Target>> = {
  passport: { type: 'passport' },
  address: { type: 'address' },
  'funding-front': { type: 'funding', side: 'front' },
  'funding-back': { type: 'funding', side: 'back' },
};

type UploadFormProps = {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly isAgain: boolean;
};

/**
 * Uploads a file as soon as it is chosen; after a failure the form is reset and shows the reason.
 */
export function UploadForm({ kind, title, isAgain }: UploadFormProps) {
  const { t } = useTranslation(['documents', 'forms']);
  const { input, isMissing, isSending, failure, choose } = useUpload(kind);
  const inputId = useId();
  const problemId = useId();
  return (
    <div className={classes['upload']}>
      <label htmlFor={inputId} className={classes['hidden']}>
        {t('file', { title })}
      </label>
      <input
        ref={input}
        id={inputId}
        className={classes['hidden']}
        tabIndex={-1}
        type="file"
        name="files"
        accept=".jpg,.jpeg,.pdf"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? problemId : undefined}
        disabled={isSending}
        onChange={choose}
      />
      <Button
        size="sm"
        variant={isAgain ? 'default' : 'filled'}
        aria-describedby={isMissing ? problemId : undefined}
        loading={isSending}
        onClick={() => input.current?.click()}
      >
        {t(isAgain ? 'uploadAgain' : 'upload')}
      </Button>
      {isMissing && (
        <p id={problemId} className={classes['problem']}>
          {t('forms:fieldRequired')}
        </p>
      )}
      {failure !== undefined && (
        <div className={classes['failure']}>
          <Notice tone="down">
            <b>{t('notSupported')}</b>
            <br />
            {failure}
          </Notice>
        </div>
      )}
    </div>
  );
}

function useUpload(kind: DocumentKind) {
  const { t } = useTranslation('documents');
  const rejectionText = useRejectionText();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fail = (reason: string): void => {
    if (input.current !== null) input.current.value = '';
    setFailure(reason);
  };
  const send = async (file: File): Promise<void> => {
    setIsSending(true);
    const body = TARGETS[kind];
    const result = await call(uploadDocument, { body }, { file, timeoutMs: TIMEOUT_MS });
    setIsSending(false);
    void reload(getUploadsLeft);
    if (result.kind === 'data') reloadAccount();
    else if (result.kind === 'failure') fail(t('failed'));
    else fail(result.code === 'file-not-supported' ? t('wrongType') : rejectionText(result));
  };
  const check = (file: File): void => {
    setFailure(undefined);
    const problem = fileProblem(file);
    if (problem === 'type') fail(t('wrongType'));
    else if (problem === 'size') fail(t('tooLarge', { maximum: MEGABYTES_MAX }));
    else void send(file);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    setIsMissing(file === undefined);
    if (file !== undefined) check(file);
  };
  return { input, isMissing, isSending, failure, choose };
}
