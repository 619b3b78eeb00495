import { Button } from '@mantine/core';
import { ManyReply } from '@halyard/contract/backoffice/resource';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { TEXTS } from '../texts.ts';

type ManyReplyDialogProps = {
  readonly title: string;
  readonly reply: unknown;
  readonly onClose: () => void;
};

/** The result of a bulk action: how many succeeded, and which failed and why. */
export function ManyReplyDialog({ title, reply, onClose }: ManyReplyDialogProps) {
  const { rows } = ManyReply.parse(reply);
  const countOf = (wanted: string): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  const refused = countOf('refused');
  return (
    <ModalDialog title={`${title}: ${TEXTS.outcome}`} onClose={onClose}>
      <div className={parts['fields']}>
        <Notice tone={refused > 0 ? 'warn' : 'up'}>
          {`${TEXTS.done}: ${countOf('done')} · ${TEXTS.unchanged}: ${countOf('unchanged')} · ${TEXTS.refused}: ${refused}`}
        </Notice>
        {refused > 0 && (
          <ScrollTable
            label={TEXTS.refused}
            head={
              <>
                <th scope="col">{TEXTS.id}</th>
                <th scope="col">{TEXTS.why}</th>
              </>
            }
          >
            <tbody>
              {rows
                .filter(({ outcome }) => outcome === 'refused')
                .map(({ id, why }) => (
                  <tr key={id}>
                    <th scope="row">{id}</th>
                    <td data-long>{why}</td>
                  </tr>
                ))}
            </tbody>
          </ScrollTable>
        )}
        <div className={parts['actions']}>
          <Button onClick={onClose}>{TEXTS.close}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}
