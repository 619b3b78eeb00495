// How a table of the trading screen is shown. Hidden columns and the sort order are stored in the
// layout. The filter lasts until the page is closed, because a forgotten filter would hide
// positions.
import type { DeskTableName, TableView } from '@halyard/contract/workspace';
import { useSyncExternalStore } from 'react';
import { createSubject } from '../http/observable.ts';
import { changeLayout, useLayout } from './workspace.ts';

const USUAL_VIEW: TableView = { hidden: [], sort: null };
const filters = createSubject<Readonly<Partial<Record<DeskTableName, string>>>>({});

export type ShownTable = TableView & { readonly filter: string };

export function useTableView(table: DeskTableName): ShownTable {
  const view = useLayout().tables[table] ?? USUAL_VIEW;
  const filter = useSyncExternalStore(filters.subscribe, filters.current)[table] ?? '';
  return { ...view, filter };
}

export function filterTable(table: DeskTableName, text: string): void {
  filters.set({ ...filters.current(), [table]: text });
}

export function sortTable(table: DeskTableName, sort: TableView['sort']): void {
  changeView(table, (view) => ({ ...view, sort }));
}

export function toggleColumn(table: DeskTableName, column: string): void {
  changeView(table, ({ hidden, sort }) => ({
    hidden: hidden.includes(column)
      ? hidden.filter((each) => each !== column)
      : [...hidden, column],
    sort,
  }));
}

/**
 * Returns the sort order after a click on a column: ascending, then descending, then the server's
 * order.
 */
export function nextSort(sort: TableView['sort'], column: string): TableView['sort'] {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

function changeView(table: DeskTableName, change: (view: TableView) => TableView): void {
  changeLayout((now) => {
    const view = change(now.tables[table] ?? USUAL_VIEW);
    return { ...now, tables: { ...now.tables, [table]: view } };
  });
}
