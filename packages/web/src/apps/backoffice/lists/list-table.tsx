import {
  Alert,
  Box,
  Button,
  LinearProgress,
  Link,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material';
import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import type { MouseEvent } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router';
import { ChooseAll, ChooseOne } from '../actions/choosing.tsx';
import { useShownColumns } from './shown-columns.ts';
import { FieldValue, isFigure } from './field-value.tsx';
import { ListSums } from './list-sums.tsx';
import { labelOf, pagePath } from '../names.ts';
import { RowActions } from '../actions/row-actions.tsx';
import { TEXTS } from '../texts.ts';

type ListTableProps = {
  readonly resource: Resource;
  /** Fields that are equal in every row because of a fixed filter. */
  readonly without?: readonly string[];
  /** Whether each row shows its own actions. */
  readonly hasActions?: boolean;
  /** Whether rows can be selected for bulk actions. */
  readonly isChosenFrom?: boolean;
};

const NONE: readonly string[] = [];

/** The rows of the list context, with the columns that the caller can read. */
export function ListTable({
  resource,
  without = NONE,
  hasActions = false,
  isChosenFrom = false,
}: ListTableProps) {
  const { shape } = resource;
  const list = useListContext();
  const navigate = useNavigate();
  const { data, error, isPending, isFetching, refetch } = list;
  const columns = useShownColumns(shape).filter((name) => !without.includes(name));
  if (error !== null && error !== undefined) {
    return (
      <Alert
        severity="error"
        sx={{ m: 1 }}
        action={<Button onClick={() => void refetch()}>{TEXTS.retry}</Button>}
      >
        {error instanceof Error ? error.message : TEXTS.failed}
      </Alert>
    );
  }
  const rows: readonly RaRecord[] = isPending ? [] : (data ?? []);
  const isFiltered = Object.keys(list.filterValues as object).length > 0;
  return (
    <>
      <Box sx={{ height: 2 }}>
        {isFetching === true && <LinearProgress aria-label={TEXTS.loading} sx={{ height: 2 }} />}
      </Box>
      <Box sx={{ overflowX: 'auto' }} component="section" aria-label={shape.title} tabIndex={0}>
        <Table size="small" aria-busy={isFetching === true}>
          <TableHead>
            <TableRow>
              {isChosenFrom && <ChooseAll rows={rows} />}
              {columns.map((name) => (
                <Column key={name} name={name} shape={shape} />
              ))}
              {hasActions && <TableCell>{TEXTS.actions}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow
                key={row.id}
                hover
                onClick={(event) => openRow(event, () => navigate(pagePath(shape.name, row.id)))}
                sx={{ cursor: 'pointer' }}
                selected={isChosenFrom && list.selectedIds.includes(row.id)}
              >
                {isChosenFrom && <ChooseOne id={row.id} />}
                {columns.map((name) => (
                  <Cell key={name} name={name} shape={shape} row={row} />
                ))}
                {hasActions && <RowActions resource={resource} row={row} />}
              </TableRow>
            ))}
          </TableBody>
          <ListSums
            shape={shape}
            columns={columns}
            rows={rows}
            hasChoice={isChosenFrom}
            hasActions={hasActions}
          />
        </Table>
      </Box>
      {rows.length === 0 && !isPending && (
        <Box sx={{ p: 3, color: 'text.secondary' }}>
          {isFiltered ? TEXTS.emptyFiltered : TEXTS.empty}
        </Box>
      )}
    </>
  );
}

/** A click on the row opens it, but not one on its controls, nor at the end of a selection. */
function openRow({ target }: MouseEvent, open: () => unknown): void {
  const isControl =
    target instanceof Element && target.closest('a, button, input, label, [role=dialog]') !== null;
  if (!isControl && window.getSelection()?.toString() === '') void open();
}

type ColumnProps = { readonly name: string; readonly shape: ResourceShape };

function Column({ name, shape }: ColumnProps) {
  const { sort, setSort } = useListContext();
  const schema = shape.row[name]?.schema;
  const isSorted = sort.field === name;
  const direction = sort.order === 'ASC' ? 'asc' : 'desc';
  const isRight = schema !== undefined && isFigure(name, schema);
  const turn = (): void => {
    setSort({ field: name, order: isSorted && direction === 'asc' ? 'DESC' : 'ASC' });
  };
  return (
    <TableCell
      align={isRight ? 'right' : 'left'}
      {...(isSorted ? { sortDirection: direction } : {})}
    >
      {shape.sorts.includes(name) ? (
        <TableSortLabel active={isSorted} direction={isSorted ? direction : 'asc'} onClick={turn}>
          {labelOf(name)}
        </TableSortLabel>
      ) : (
        labelOf(name)
      )}
    </TableCell>
  );
}

type CellProps = ColumnProps & { readonly row: RaRecord };

function Cell({ name, shape, row }: CellProps) {
  const schema = shape.row[name]?.schema;
  if (schema === undefined) return <TableCell />;
  if (name === 'id') {
    return (
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={pagePath(shape.name, row.id)}>
          {String(row.id)}
        </Link>
      </TableCell>
    );
  }
  return (
    <TableCell
      align={isFigure(name, schema) ? 'right' : 'left'}
      sx={{ maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      <FieldValue name={name} schema={schema} value={row[name]} />
    </TableCell>
  );
}
