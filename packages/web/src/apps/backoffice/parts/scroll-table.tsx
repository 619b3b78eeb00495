import type { ReactNode } from 'react';
import classes from './table.module.css';

type ScrollTableProps = {
  readonly label: string;
  /** Whether it is a landmark; a card with the same title is one already. */
  readonly isRegion?: boolean;
  readonly isBusy?: boolean;
  /** The cells of the title row. */
  readonly head: ReactNode;
  /** The table's body, and its foot. */
  readonly children: ReactNode;
};

/** A table that scrolls sideways where it is wider than its place; the tab stop lets the keyboard do it. */
export function ScrollTable(props: ScrollTableProps) {
  const { label, isRegion = false, isBusy = false, head, children } = props;
  return (
    <div
      role={isRegion ? 'region' : 'group'}
      aria-label={label}
      tabIndex={0}
      className={classes['scroll']}
    >
      <table className={classes['table']} aria-busy={isBusy}>
        <thead>
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** Marks a cell of figures, which are aligned right. */
export function figureCell(isFigure: boolean) {
  return isFigure ? ({ 'data-figure': true } as const) : {};
}
