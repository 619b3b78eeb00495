import { notifications } from '@mantine/notifications';

const TOAST_MS = 3_000;
/** An error or news stay longer: they have to be read, not only noticed. */
const LONG_TOAST_MS = 8_000;

/** Says briefly that something succeeded; `detail` stands below in smaller letters. */
export function showToast(message: string, detail?: string): void {
  notifications.show({
    ...(detail === undefined ? { message } : { title: message, message: detail }),
    autoClose: TOAST_MS,
    withCloseButton: false,
  });
}

/** Says that something was refused or failed. */
export function showErrorToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, color: 'var(--down)' });
}

/** Says what happened by itself. */
export function showNewsToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, withCloseButton: false });
}
