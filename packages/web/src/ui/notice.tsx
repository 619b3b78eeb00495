import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import classes from './notice.module.css';

type NoticeProps = { readonly tone: 'down' | 'warn' | 'neutral'; readonly children: ReactNode };

/** Words about a whole form or region; a refusal is read out at once. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      className={joinClasses(classes['notice'], classes[tone])}
      role={tone === 'down' ? 'alert' : undefined}
    >
      <AlertIcon />
      <span>{children}</span>
    </div>
  );
}
