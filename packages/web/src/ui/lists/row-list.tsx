import type { ReactNode } from 'react';
import classes from './row-list.module.css';

/** Things of one kind, each with what can be done with it, in a card without inner space. */
export function RowList({ children }: { readonly children: ReactNode }) {
  return <ul className={classes['list']}>{children}</ul>;
}

type RowProps = {
  readonly name: string;
  /** How it stands. */
  readonly hint: ReactNode;
  /** What else is to be said of it, in paragraphs of their own. */
  readonly more?: ReactNode;
  /** What can be done with it, at the right end. */
  readonly children: ReactNode;
};

export function Row({ name, hint, more, children }: RowProps) {
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <h3 className={classes['name']}>{name}</h3>
        <p className={classes['hint']}>{hint}</p>
        {more}
      </div>
      {children}
    </li>
  );
}
