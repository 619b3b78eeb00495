import { notifications } from '@mantine/notifications';

const TOAST_MS = 3_000;
/** How long errors and news are shown: longer than a success, because they must be read. */
export const LONG_TOAST_MS = 8_000;

/** Shows that something succeeded; `detail` appears below in smaller letters. */
export function showToast(message: string, detail?: string): void {
  notifications.show({
    ...(detail === undefined ? { message } : { title: message, message: detail }),
    autoClose: TOAST_MS,
    withCloseButton: false,
  });
}

/** Shows that something was rejected or failed. */
export function showErrorToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, color: 'var(--down)' });
}

/** Shows an event that the customer did not cause. */
export function showNewsToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, withCloseButton: false });
}
