import type { ReactNode } from 'react';
import classes from './data-table.module.css';

type DataTableProps = {
  /** Read out with the table; not shown. */
  readonly caption: string;
  /** Texts are aligned left, as the first column is; all others are figures, aligned right. */
  readonly columns: readonly (string | { readonly text: string })[];
  /** Rows of the table body. */
  readonly children: ReactNode;
};

/** A dense table of figures; too wide for its place it scrolls sideways by itself. */
export function DataTable({ caption, columns, children }: DataTableProps) {
  return (
    // A group: the card around it is the landmark, often of the same name.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable with the keyboard, and a fieldset is for a form
    <div role="group" className={classes['scroll']} aria-label={caption} tabIndex={0}>
      <table className={classes['table']} data-texts={textsOf(columns)}>
        <caption className={classes['caption']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(nameOf).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type Column = DataTableProps['columns'][number];

function nameOf(column: Column): string {
  return typeof column === 'string' ? column : column.text;
}

/** The places of the text columns, counted from 1, for the style sheet. */
function textsOf(columns: readonly Column[]): string {
  return columns
    .flatMap((column, index) => (typeof column === 'string' ? [] : [index + 1]))
    .join(' ');
}
