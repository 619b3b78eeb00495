import type { ReactNode, RefObject } from 'react';
import classes from './table.module.css';

type ScrollTableProps = {
  readonly label: string;
  /** Whether the table is a landmark of its own; inside a card with the same title it is not. */
  readonly isRegion?: boolean;
  readonly isBusy?: boolean;
  readonly tableRef?: RefObject<HTMLTableElement | null>;
  /** The cells of the title row. */
  readonly head: ReactNode;
  /** The table's body and foot. */
  readonly children: ReactNode;
};

/**
 * A table that scrolls sideways if it is wider than its container. It has a tab stop, so that the
 * keyboard can scroll it.
 */
export function ScrollTable(props: ScrollTableProps) {
  const { label, isRegion = false, isBusy = false, tableRef, head, children } = props;
  return (
    <div
      role={isRegion ? 'region' : 'group'}
      aria-label={label}
      tabIndex={0}
      className={classes['scroll']}
    >
      <table ref={tableRef} className={classes['table']} aria-busy={isBusy}>
        <thead>
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** Returns the attribute that aligns a cell of figures to the right. */
export function figureCell(isFigure: boolean) {
  return isFigure ? ({ 'data-figure': true } as const) : {};
}

/** Returns the attribute that hides a cell on a phone. */
export function wideCell(isWide: boolean) {
  return isWide ? ({ 'data-wide': true } as const) : {};
}
