import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon } from '../icons.tsx';
import classes from './notice.module.css';

type NoticeProps = {
  readonly tone: 'down' | 'warn' | 'neutral' | 'up';
  readonly children: ReactNode;
};

/** A message about a whole form or region; results are announced to screen readers at once. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      className={clsx(classes['notice'], classes[tone])}
      role={tone === 'down' || tone === 'up' ? 'alert' : undefined}
    >
      {tone === 'up' ? <CheckIcon /> : <AlertIcon />}
      <span>{children}</span>
    </div>
  );
}
