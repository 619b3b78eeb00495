import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type EmptyStateProps = {
  readonly title: string;
  /** What to do next, as text or a button. */
  readonly children?: ReactNode;
};

/** The message of an empty list or region, with what to do next. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['next']}>{children}</div>}
    </div>
  );
}
