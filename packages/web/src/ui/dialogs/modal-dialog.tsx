import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { type ReactNode, useLayoutEffect } from 'react';
import { NO_BANNER } from './dialog.ts';
import { focusFirst, placesAround } from '../inputs/focus.ts';
import { useTopmost } from './open-dialogs.ts';

type ModalDialogProps = {
  readonly title: string;
  readonly size?: 'sm' | 'md' | 'xl';
  /** The label of the close button; without it there is no such button. */
  readonly closeLabel?: string;
  /** Whether a click outside leaves the dialog open, because its content can't be shown again. */
  readonly isFirm?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A dialog that is open while mounted. The focus returns to what opened it, or near it if that is
 * gone. Escape closes the topmost dialog.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { title, size, closeLabel, isFirm = false, onClose, children } = props;
  const isTopmost = useTopmost(true);
  useFocusReturned();
  return (
    <Modal
      opened
      centered
      title={title}
      onClose={onClose}
      closeOnEscape={isTopmost && !isFirm}
      closeOnClickOutside={!isFirm}
      returnFocus={false}
      withCloseButton={closeLabel !== undefined}
      attributes={NO_BANNER}
      {...(size === undefined ? {} : { size })}
      {...(closeLabel === undefined ? {} : { closeButtonProps: { 'aria-label': closeLabel } })}
    >
      {children}
    </Modal>
  );
}

function useFocusReturned(): void {
  useLayoutEffect(() => {
    const places = placesAround(document.activeElement);
    return () => {
      const active = document.activeElement;
      const isLost = active === null || active === document.body;
      if (isLost || active.closest('[role="dialog"]') !== null) focusFirst(places);
    };
  }, []);
}
