import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type EmptyStateProps = {
  readonly title: string;
  /** What to do next, in words or as a button. */
  readonly children?: ReactNode;
};

/** Stands where there is nothing to show and says what to do next. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['next']}>{children}</div>}
    </div>
  );
}
