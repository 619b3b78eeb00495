// The menu of a table: filter, order and columns.
import type { DeskTableName } from '@halyard/contract/workspace';
import { useTranslation } from 'react-i18next';
import {
  filterTable,
  nextSort,
  sortTable,
  toggleColumn,
  useTableView,
} from '#data/workspace/table-view.ts';
import { NativeSelect, TextInput } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import type { TableColumn } from '#ui/lists/data-table.tsx';
import classes from './table-menu.module.css';

export type DeskColumn = {
  readonly id: string;
  readonly name: string;
  readonly isText?: boolean;
  /** The first column and the one with the buttons always stay. */
  readonly isFixed?: boolean;
  readonly isSortable?: boolean;
};

type TableMenuProps = {
  readonly table: DeskTableName;
  readonly columns: readonly DeskColumn[];
  readonly opensUp?: boolean;
};

export function TableMenu({ table, columns, opensUp = false }: TableMenuProps) {
  const { t } = useTranslation('desk');
  const { filter, hidden, sort } = useTableView(table);
  const orders = columns
    .filter(({ isSortable }) => isSortable === true)
    .flatMap(({ id, name: column }) => [
      { value: `${id}:up`, label: t('tableAscending', { column }) },
      { value: `${id}:down`, label: t('tableDescending', { column }) },
    ]);
  return (
    <Dropdown label={filter === '' ? t('tableView') : `${t('tableView')} (1)`} opensUp={opensUp}>
      <div className={classes['menu']}>
        <TextInput
          type="search"
          label={t('tableFilter')}
          value={filter}
          onChange={({ currentTarget: { value } }) => filterTable(table, value)}
        />
        <NativeSelect
          label={t('tableSort')}
          value={sort === null ? '' : `${sort.column}:${sort.isDescending ? 'down' : 'up'}`}
          data={[{ value: '', label: t('tableNewest') }, ...orders]}
          onChange={({ currentTarget: { value } }) => {
            const [column = '', way] = value.split(':');
            sortTable(table, column === '' ? null : { column, isDescending: way === 'down' });
          }}
        />
        <fieldset className={classes['columns']}>
          <legend>{t('tableColumns')}</legend>
          {columns
            .filter(({ isFixed }) => isFixed !== true)
            .map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={!hidden.includes(id)}
                onChange={() => toggleColumn(table, id)}
              />
            ))}
        </fieldset>
      </div>
    </Dropdown>
  );
}

/** Returns the columns as the table shows them: which are hidden, and which one sorts it. */
export function useTableColumns(
  table: DeskTableName,
  columns: readonly DeskColumn[],
): readonly TableColumn[] {
  const { hidden, sort } = useTableView(table);
  return columns.map(({ id, name, isText = false, isSortable = false }) => ({
    text: name,
    isText,
    isHidden: hidden.includes(id),
    ...(isSortable
      ? {
          sort:
            sort?.column !== id
              ? ('none' as const)
              : sort.isDescending
                ? ('descending' as const)
                : ('ascending' as const),
          onSort: () => sortTable(table, nextSort(sort, id)),
        }
      : {}),
  }));
}
