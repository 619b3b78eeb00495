import type { ReactNode } from 'react';
import classes from './row-list.module.css';

/** A list of items with their actions, in a card without padding. */
export function RowList({ children }: { readonly children: ReactNode }) {
  return <ul className={classes['list']}>{children}</ul>;
}

type RowProps = {
  readonly name: string;
  /** The status of the item. */
  readonly hint: ReactNode;
  /** Further information, in separate paragraphs. */
  readonly more?: ReactNode;
  /** What the item contains, over the whole width. */
  readonly below?: ReactNode;
  /** The item's actions, at the right end. */
  readonly children: ReactNode;
};

export function Row({ name, hint, more, below, children }: RowProps) {
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <h3 className={classes['name']}>{name}</h3>
        <p className={classes['hint']}>{hint}</p>
        {more}
      </div>
      {children}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  );
}
