import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { LONG_TOAST_MS } from './toast.ts';
import classes from './action-toast.module.css';

type ToastAction = {
  readonly label: string;
  readonly onAction: () => void;
  readonly onClose: () => void;
};

/** Shows that something succeeded, with a button; returns the function that closes it. */
export function showActionToast(message: string, action: ToastAction): () => void {
  const id = notifications.show({
    message: (
      <span className={classes['toast']}>
        {message}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            action.onAction();
          }}
        >
          {action.label}
        </Button>
      </span>
    ),
    autoClose: LONG_TOAST_MS,
    withCloseButton: false,
    onClose: action.onClose,
  });
  return () => notifications.hide(id);
}
