import { viewDocument, type DOCUMENT_STATUSES } from '@halyard/contract/backoffice/documents';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useState } from 'react';
import { staffDownload } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { showErrorToast } from '#ui/feedback/toast.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import type { PagePartProps } from './content/page-part-props.ts';
import { DocumentPicture } from './document-picture.tsx';
import { ActionKey } from './actions/action-key.tsx';
import { ReasonDialog } from './actions/reason-dialog.tsx';
import { failureText } from './lists/list-calls.ts';
import { saveFile } from '#data/storage/save-file.ts';
import parts from './parts/parts.module.css';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';

/** The status of a document that waits for a decision. */
const WAITING: (typeof DOCUMENT_STATUSES)[number] = 'processing';

type Shown = { readonly kind: 'picture'; readonly address: string } | { readonly kind: 'saved' };

/**
 * Shows the document. The reason for one that waits is its review; any other asks for a reason. A PDF
 * is downloaded.
 */
export function DocumentViewer({ row, isSmall = false }: PagePartProps) {
  const { id } = row;
  const isWaiting = row['status'] === WAITING;
  const { roles } = useStaff();
  const [isAsked, setIsAsked] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [shown, setShown] = useState<Shown>();
  if (!isAllowed(roles, viewDocument.roles)) return undefined;
  const show = async (file: Blob): Promise<void> => {
    setIsAsked(false);
    if (file.type.startsWith('image/')) {
      setShown({ kind: 'picture', address: await toDataAddress(file) });
      return;
    }
    saveFile(`document-${Number(id)}.pdf`, file);
    setShown({ kind: 'saved' });
  };
  const download = async (reason: string) =>
    await staffDownload(viewDocument, { params: { id }, body: { reason } });
  const begin = async (): Promise<void> => {
    if (!isWaiting) {
      setIsAsked(true);
      return;
    }
    // The button keeps the focus, which it would lose while disabled.
    if (isLoading) return;
    setIsLoading(true);
    const result = await download(TEXTS.viewReason);
    setIsLoading(false);
    if (result.kind === 'data') await show(result.data);
    else showErrorToast(failureText(result));
  };
  const result = shown !== undefined && <Result shown={shown} />;
  return (
    <>
      {isSmall ? (
        <Button size="xs" variant="default" onClick={() => void begin()}>
          {TEXTS.viewShort}
        </Button>
      ) : (
        <Card>
          <div className={parts['fields']}>
            <Button
              variant={shown === undefined ? 'filled' : 'default'}
              className={parts['start'] ?? ''}
              onClick={() => void begin()}
            >
              {TEXTS.view}
              <ActionKey />
            </Button>
            {isWaiting && shown === undefined && (
              <p className={parts['hint']}>{TEXTS.viewingWaiting}</p>
            )}
            {result}
          </div>
        </Card>
      )}
      {isSmall && shown !== undefined && (
        <ModalDialog
          title={`${TEXTS.document} ${Number(id)}`}
          size="xl"
          onClose={() => setShown(undefined)}
        >
          <div className={parts['fields']}>
            {result}
            <div className={parts['actions']}>
              <Button onClick={() => setShown(undefined)}>{TEXTS.close}</Button>
            </div>
          </div>
        </ModalDialog>
      )}
      {isAsked && (
        <ReasonDialog
          title={TEXTS.view}
          text={TEXTS.viewing}
          send={download}
          onDone={(file) => void show(file)}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function Result({ shown }: { readonly shown: Shown }) {
  if (shown.kind === 'saved') return <Notice tone="neutral">{TEXTS.downloaded}</Notice>;
  return <DocumentPicture address={shown.address} />;
}

/** The content security policy permits only our own files and images in data URLs. */
async function toDataAddress(file: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
