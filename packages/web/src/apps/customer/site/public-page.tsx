import type { ReactNode } from 'react';
import { CookieBar } from '#features/cookie-consent/cookie-consent.tsx';
import classes from '#apps/frame/public-page.module.css';

/** The frame of public pages, with the cookie dialog. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <div className={classes['page']}>{children}</div>
      <CookieBar />
    </>
  );
}
