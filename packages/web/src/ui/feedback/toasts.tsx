import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

const TOASTS_MAX = 4;

/** The place where toasts appear. */
export function Toasts() {
  // On the right they would cover the button of the ticket on a low screen.
  return <Notifications position="bottom-left" limit={TOASTS_MAX} zIndex={400} />;
}
