import { TableCell, TableFooter, TableRow } from '@mui/material';
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { kindOf } from './field-kind.ts';
import { eurosText } from './figure-texts.ts';
import { sumColumns } from './sum-columns.ts';
import { TEXTS } from '../texts.ts';

type ListSumsProps = {
  readonly shape: ResourceShape;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly hasChoice: boolean;
  readonly hasActions: boolean;
};

/** The sums of the page's amounts. One row needs none. */
export function ListSums({ shape, columns, rows, hasChoice, hasActions }: ListSumsProps) {
  const euros = columns.filter((name) => {
    const schema = shape.row[name]?.schema;
    return schema !== undefined && kindOf(name, schema).kind === 'euros';
  });
  if (euros.length === 0 || rows.length < 2) return undefined;
  const sums = sumColumns(rows, euros);
  return (
    <TableFooter>
      <TableRow>
        {hasChoice && <TableCell />}
        {columns.map((name, at) => (
          <TableCell
            key={name}
            align={euros.includes(name) ? 'right' : 'left'}
            sx={{
              color: 'text.primary',
              fontSize: '0.8125rem',
              fontWeight: 650,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {at === 0 ? TEXTS.pageSum : ''}
            {euros.includes(name) ? eurosText((sums[name] ?? 0) / 100) : ''}
          </TableCell>
        ))}
        {hasActions && <TableCell />}
      </TableRow>
    </TableFooter>
  );
}
