import type { CLOSE_ALL_CHOICES, Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#data/live/live-use-command.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { useFailureText } from '#forms/failure-text.ts';
import { toneOf } from './position-cells.tsx';
import classes from './positions.module.css';

type CloseAllDialogProps = {
  readonly which: (typeof CLOSE_ALL_CHOICES)[number];
  /** The positions that would close, as far as this page knows. */
  readonly positions: readonly Position[];
  readonly onClose: () => void;
};

/** Asks for confirmation with a list of what would close, then closes it. */
export function CloseAllDialog({ which, positions, onClose }: CloseAllDialogProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const failureText = useFailureText();
  const { stage, send, retry } = useCommand({
    onDone(data) {
      showToast(t('closedMany', { count: countClosed(data) }));
      onClose();
    },
  });
  const isFailed = stage.kind === 'refused' || stage.kind === 'unsent' || stage.kind === 'unknown';
  const profit = positions.reduce((sum, each) => sum + (each.profit ?? 0), 0);
  return (
    <ModalDialog
      size="sm"
      onClose={onClose}
      title={t(which === 'all' ? 'closeEverything' : 'closeLosing')}
      closeLabel={t('dismiss')}
    >
      <div className={classes['editor']}>
        <dl className={classes['details']}>
          <div>
            <dt>{t('positions')}</dt>
            <dd>{positions.length}</dd>
          </div>
          <div>
            <dt>{t('profit')}</dt>
            <dd className={toneOf(profit)}>{format.signedEuros(profit)}</dd>
          </div>
        </dl>
        <p className="muted">{t(which === 'all' ? 'closeAllText' : 'closeLosingText')}</p>
        {isFailed && <Notice tone="down">{failureText(stage, 0)}</Notice>}
        <Button
          fullWidth
          loading={stage.kind === 'sending'}
          onClick={() => (stage.kind === 'unknown' ? retry() : send('closeAll', { which }))}
          data-autofocus
        >
          {t(stage.kind === 'unknown' ? 'tryAgain' : 'closeMany', { count: positions.length })}
        </Button>
      </div>
    </ModalDialog>
  );
}

/**
 * Returns the number of closed positions in the acknowledgement; positions in closed markets stay
 * open.
 */
function countClosed(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('positions' in data)) return 0;
  return Array.isArray(data.positions) ? data.positions.length : 0;
}
