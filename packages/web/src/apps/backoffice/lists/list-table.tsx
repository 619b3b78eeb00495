import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ChooseAll, ChooseOne } from '../actions/choosing.tsx';
import { RowActions } from '../actions/row-actions.tsx';
import { labelOf, pagePath } from '../names.ts';
import { Failure } from '../parts/failure.tsx';
import { figureCell, ScrollTable, wideCell } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { TEXTS } from '../texts.ts';
import { FieldValue, isFigure } from './field-value.tsx';
import type { Row } from './list-calls.ts';
import { useList } from './list-state.ts';
import { ListSums } from './list-sums.tsx';
import { useShownColumns } from './shown-columns.ts';
import { pinOf, usePins, type Pin } from './use-pins.ts';
import classes from './lists.module.css';

type ListTableProps = {
  readonly resource: Resource;
  /** Fields that are equal in every row because of a fixed filter. */
  readonly without?: readonly string[];
  /** Whether each row shows its own actions. */
  readonly hasActions?: boolean;
  /** Whether rows can be selected for bulk actions. */
  readonly isChosenFrom?: boolean;
  /** Whether the list is a landmark of its own; inside a card with the same title it is not. */
  readonly isRegion?: boolean;
};

const NONE: readonly string[] = [];

/** The rows of the list, with the columns that the caller can read. */
export function ListTable(props: ListTableProps) {
  const { resource, without = NONE, hasActions = false, isChosenFrom = false } = props;
  const { shape } = resource;
  const list = useList();
  const { rows, error, isPending, isFetching, chosen, reload } = list;
  const navigate = useNavigate();
  const { shown, pinned, wide } = useShownColumns(shape);
  const columns = shown.filter((name) => !without.includes(name));
  const boxes = isChosenFrom ? 1 : 0;
  const pins =
    pinned.length === 0 ? 0 : boxes + columns.filter((name) => pinned.includes(name)).length;
  const tableRef = usePins(pins, columns);
  const pinAt = (at: number): Pin => ({
    ...pinOf(at + boxes, pins),
    ...wideCell(wide.includes(columns[at] ?? '')),
  });
  if (error !== null) return <Failure text={error.message} onRetry={reload} />;
  return (
    <>
      <div className={classes['bar']} {...(isFetching ? { 'data-on': true } : {})} />
      <ScrollTable
        label={shape.title}
        isRegion={props.isRegion === true}
        isBusy={isFetching}
        tableRef={tableRef}
        head={
          <>
            {isChosenFrom && <ChooseAll rows={rows} pin={pinOf(0, pins)} />}
            {columns.map((name, at) => (
              <Column key={name} name={name} shape={shape} pin={pinAt(at)} />
            ))}
            {hasActions && <th scope="col">{TEXTS.actions}</th>}
          </>
        }
      >
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-opens
              {...(isChosenFrom && chosen.includes(row.id) ? { 'data-chosen': true } : {})}
              onClick={(event) => openRow(event, () => navigate(pagePath(shape.name, row.id)))}
            >
              {isChosenFrom && <ChooseOne id={row.id} pin={pinOf(0, pins)} />}
              {columns.map((name, at) => (
                <Cell key={name} name={name} shape={shape} row={row} pin={pinAt(at)} />
              ))}
              {hasActions && <RowActions resource={resource} row={row} />}
            </tr>
          ))}
        </tbody>
        <ListSums
          shape={shape}
          columns={columns}
          rows={rows}
          wide={wide}
          hasChoice={isChosenFrom}
          pins={pins}
        />
      </ScrollTable>
      {rows.length === 0 && !isPending && (
        <p className={table['empty']}>{list.isFiltered ? TEXTS.emptyFiltered : TEXTS.empty}</p>
      )}
    </>
  );
}

/**
 * Opens the record on a click on its row, but not on a click on a control or at the end of a text
 * selection.
 */
function openRow({ target, currentTarget }: MouseEvent, open: () => unknown): void {
  // A dialog of the row is elsewhere in the document, although its clicks reach the row's handler.
  const isInside = target instanceof Element && currentTarget.contains(target);
  if (!isInside || target.closest('a, button, input, label') !== null) return;
  if (window.getSelection()?.toString() === '') void open();
}

type ColumnProps = { readonly name: string; readonly shape: ResourceShape; readonly pin: Pin };

const ARROWS = { asc: ' ↑', desc: ' ↓' } as const;

function Column({ name, shape, pin }: ColumnProps) {
  const { sort, setSort } = useList();
  const schema = shape.row[name]?.schema;
  const isSorted = sort.field === name;
  const figure = figureCell(schema !== undefined && isFigure(name, schema));
  if (!shape.sorts.includes(name)) {
    return (
      <th scope="col" {...figure} {...pin}>
        {labelOf(name)}
      </th>
    );
  }
  const turn = (): void => {
    setSort({ field: name, order: isSorted && sort.order === 'asc' ? 'desc' : 'asc' });
  };
  const order = sort.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" {...figure} {...pin} {...(isSorted ? { 'aria-sort': order } : {})}>
      <button type="button" className={classes['sort']} onClick={turn}>
        {labelOf(name)}
        {isSorted && <span aria-hidden>{ARROWS[sort.order]}</span>}
      </button>
    </th>
  );
}

type CellProps = ColumnProps & { readonly row: Row };

function Cell({ name, shape, row, pin }: CellProps) {
  const schema = shape.row[name]?.schema;
  if (schema === undefined) return <td>{TEXTS.none}</td>;
  if (name === 'id') {
    return (
      <th scope="row" {...pin}>
        <Link to={pagePath(shape.name, row.id)}>{String(row.id)}</Link>
      </th>
    );
  }
  return (
    <td {...figureCell(isFigure(name, schema))} {...pin}>
      <FieldValue name={name} schema={schema} value={row[name]} />
    </td>
  );
}
