import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { figureCell, wideCell } from '../parts/scroll-table.tsx';
import { kindOf } from './field-kind.ts';
import { eurosText } from './figure-texts.ts';
import { pinOf } from './use-pins.ts';
import { sumColumns } from './sum-columns.ts';
import { TEXTS } from '../texts.ts';

type ListSumsProps = {
  readonly shape: ResourceShape;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Columns for which a phone has no room. */
  readonly wide: readonly string[];
  readonly hasChoice: boolean;
  /** How many columns are pinned, the one of the boxes included. */
  readonly pins: number;
};

/** The sums of the page's amounts. One row needs none. */
export function ListSums({ shape, columns, rows, wide, hasChoice, pins }: ListSumsProps) {
  const euros = columns.filter((name) => {
    const schema = shape.row[name]?.schema;
    return schema !== undefined && kindOf(name, schema).kind === 'euros';
  });
  if (euros.length === 0 || rows.length < 2) return undefined;
  const sums = sumColumns(rows, euros);
  return (
    <tfoot>
      <tr {...wideCell(euros.every((name) => wide.includes(name)))}>
        {columns.map((name, at) => (
          <td
            key={name}
            colSpan={at === 0 && hasChoice ? 2 : 1}
            {...figureCell(euros.includes(name))}
            {...wideCell(wide.includes(name))}
            {...pinOf(at === 0 ? 0 : at + (hasChoice ? 1 : 0), pins)}
          >
            {at === 0 ? TEXTS.pageSum : ''}
            {euros.includes(name) ? eurosText((sums[name] ?? 0) / 100) : ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
