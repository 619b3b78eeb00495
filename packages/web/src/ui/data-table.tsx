import type { ReactNode } from 'react';
import classes from './data-table.module.css';

type DataTableProps = {
  /** Read out with the table; not shown. */
  readonly caption: string;
  /** The first column is aligned left, all others right. */
  readonly columns: readonly string[];
  /** Rows of the table body. */
  readonly children: ReactNode;
};

/** A dense table of figures; too wide for its place it scrolls sideways by itself. */
export function DataTable({ caption, columns, children }: DataTableProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with the keyboard
    <section className={classes['scroll']} aria-label={caption} tabIndex={0}>
      <table className={classes['table']}>
        <caption className={classes['caption']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
