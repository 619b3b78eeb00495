// The customer's notifications: the bell, the list, and which of them are also mailed.
export { NoticeBell } from './notice-bell.tsx';
export { NoticeFeed } from './notice-feed.tsx';
export { NoticeList } from './notice-list.tsx';
export { NoticePreferences } from './notice-preferences.tsx';
