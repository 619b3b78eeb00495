import { useNoticeFeed } from '#data/notice-feed.ts';

/** Shows nothing: keeps what the bell says up to date, on whichever page. */
export function NoticeFeed({ token }: { readonly token: string }) {
  useNoticeFeed(token);
  return null;
}
