// What the customer was told: the bell, the list, and which of it also comes as mail.
export { NoticeBell } from './notice-bell.tsx';
export { NoticeFeed } from './notice-feed.tsx';
export { NoticeList } from './notice-list.tsx';
export { NoticePreferences } from './notice-preferences.tsx';
