import type { ReactNode } from 'react';
import classes from './data-table.module.css';

type DataTableProps = {
  /** The caption of the table, only for screen readers. */
  readonly caption: string;
  /**
   * The column headers. Text columns, such as the first, are aligned left; all others are figures,
   * aligned right.
   */
  readonly columns: readonly (string | { readonly text: string })[];
  /** The rows of the table body. */
  readonly children: ReactNode;
};

/** A dense table of figures. If it is too wide, it scrolls sideways. */
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

/** Returns the numbers of the text columns, from 1, for the style sheet. */
function textsOf(columns: readonly Column[]): string {
  return columns
    .flatMap((column, index) => (typeof column === 'string' ? [] : [index + 1]))
    .join(' ');
}
