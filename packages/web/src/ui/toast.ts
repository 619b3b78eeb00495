import { notifications } from '@mantine/notifications';

const TOAST_MS = 3_000;
/** An error or news stay longer: they have to be read, not only noticed. */
const LONG_TOAST_MS = 8_000;

/** Says briefly that something succeeded. */
export function showToast(message: string): void {
  notifications.show({ message, autoClose: TOAST_MS, withCloseButton: false });
}

/** Says that something was refused or failed. */
export function showErrorToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, color: 'var(--down)' });
}

/** Says what happened by itself. */
export function showNewsToast(message: string): void {
  notifications.show({ message, autoClose: LONG_TOAST_MS, withCloseButton: false });
}
