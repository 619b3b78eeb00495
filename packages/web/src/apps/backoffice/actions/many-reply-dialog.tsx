import { ManyReply, type Resource } from '@halyard/contract/backoffice/resource';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { actionText } from '../names.ts';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { planUndoOfMany, undoReason } from './plan-undo.ts';
import { useUndo } from './use-undo.ts';

type ManyReplyDialogProps = {
  readonly resource: Resource;
  readonly name: string;
  readonly reply: unknown;
  readonly onClose: () => void;
};

/** The result of a bulk action: how many succeeded, and which failed and why. */
export function ManyReplyDialog({ resource, name, reply, onClose }: ManyReplyDialogProps) {
  const { roles } = useStaff();
  const undo = useUndo();
  const title = actionText(resource, name);
  const { rows } = ManyReply.parse(reply);
  const changed = rows.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
  const opposite = changed.length === 0 ? undefined : planUndoOfMany(resource, name, roles);
  const takeBack = (action: string): void => {
    onClose();
    void undo(resource.many, action, { body: { ids: changed, reason: undoReason(title) } });
  };
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
          {opposite !== undefined && (
            <Button variant="default" onClick={() => takeBack(opposite)}>
              {TEXTS.undo}
            </Button>
          )}
          <Button onClick={onClose}>{TEXTS.close}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}
