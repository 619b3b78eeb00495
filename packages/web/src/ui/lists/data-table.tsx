import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type TableColumn =
  | string
  | {
      readonly text: string;
      /** Aligned left; absent for a text column. */
      readonly isText?: boolean;
      readonly isHidden?: boolean;
      readonly sort?: 'ascending' | 'descending' | 'none';
      readonly onSort?: () => void;
    };

type DataTableProps = {
  /** The caption of the table, only for screen readers. */
  readonly caption: string;
  /**
   * The column headers. Text columns, such as the first, are aligned left; all others are figures,
   * aligned right.
   */
  readonly columns: readonly TableColumn[];
  /** The rows of the table body. */
  readonly children: ReactNode;
};

/** A dense table of figures. If it is too wide, it scrolls sideways. */
export function DataTable({ caption, columns, children }: DataTableProps) {
  return (
    // A group: the card around it is the landmark, often of the same name.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable with the keyboard, and a fieldset is for a form
    <div role="group" className={classes['scroll']} aria-label={caption} tabIndex={0}>
      <table
        className={classes['table']}
        data-texts={textsOf(columns)}
        data-hidden={hiddenOf(columns)}
      >
        <caption className={classes['caption']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={nameOf(column)} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const SIGNS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

function HeadCell({ column }: { readonly column: TableColumn }) {
  const { sort = 'none', onSort } = typeof column === 'string' ? {} : column;
  const name = nameOf(column);
  if (onSort === undefined) return <th scope="col">{name}</th>;
  return (
    <th scope="col" aria-sort={sort}>
      <button type="button" className={classes['sort']} onClick={onSort}>
        {name}
        <span aria-hidden>{SIGNS[sort]}</span>
      </button>
    </th>
  );
}

function nameOf(column: TableColumn): string {
  return typeof column === 'string' ? column : column.text;
}

/** Returns the numbers of the text columns, from 1, for the style sheet. */
function textsOf(columns: readonly TableColumn[]): string {
  return numbersOf(columns, (column) => typeof column !== 'string' && column.isText !== false);
}

/** Returns the numbers of the hidden columns, from 1, for the style sheet. */
function hiddenOf(columns: readonly TableColumn[]): string {
  return numbersOf(columns, (column) => typeof column !== 'string' && column.isHidden === true);
}

function numbersOf(
  columns: readonly TableColumn[],
  isCounted: (column: TableColumn) => boolean,
): string {
  return columns.flatMap((column, index) => (isCounted(column) ? [index + 1] : [])).join(' ');
}
