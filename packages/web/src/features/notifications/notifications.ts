// The customer's notifications: the bell, the list, and which of them are also mailed.
export { NotificationBell } from './notification-bell.tsx';
export { NotificationFeed } from './notification-feed.tsx';
export { NotificationList } from './notification-list.tsx';
export { NotificationPreferences } from './notification-preferences.tsx';
export { useAreNotificationsAwaited } from './use-notifications.ts';
