import { showActionToast } from '#ui/feedback/action-toast.tsx';
import { TEXTS } from '../texts.ts';
import { offerUndo, withdrawUndo } from './undo-memory.ts';

/** Says that something is done, with a button and a key that take it back. */
export function showUndoToast(message: string, takeBack: () => void): void {
  const undo = (): void => {
    withdrawUndo(undo);
    close();
    takeBack();
  };
  const close = showActionToast(message, {
    label: TEXTS.undo,
    onAction: undo,
    onClose: () => withdrawUndo(undo),
  });
  offerUndo(undo);
}
