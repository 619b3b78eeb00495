import type { ReportShown } from '@halyard/contract/backoffice/reports';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { findCellTarget, findResource, labelOf, pagePath } from '../names.ts';
import { figureCell, ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { phraseText } from '../rejection-texts.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

const FIGURE = /^-?\d+(?:\.\d+)?$/;

type ReportTableProps = {
  readonly title: string;
  readonly shown: z.infer<typeof ReportShown>;
};

/** The report's summary, and its rows up to the limit. */
export function ReportTable({ title, shown: { notes, columns, rows, more } }: ReportTableProps) {
  // Number columns are right-aligned.
  const isRight = columns.map((_, at) =>
    rows.every((row) => row[at] === '' || FIGURE.test(row[at] ?? '')),
  );
  return (
    <>
      {notes.length > 0 && (
        <Notice tone="neutral">
          {notes.map((note) => (
            <p key={note}>{phraseText(note)}</p>
          ))}
        </Notice>
      )}
      <Card flush>
        <ScrollTable
          label={title}
          isRegion
          head={columns.map((column, at) => (
            <th key={column} scope="col" {...figureCell(isRight[at] === true)}>
              {labelOf(column)}
            </th>
          ))}
        >
          <tbody>
            {rows.map((row, index) => (
              // The rows stay unchanged until the report is requested again.
              <tr key={`${index} ${row[0] ?? ''}`}>
                {columns.map((column, at) => (
                  <td key={column} {...figureCell(isRight[at] === true)}>
                    <Cell column={column} text={row[at] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
        {rows.length === 0 && <p className={table['empty']}>{TEXTS.reportEmpty}</p>}
        {more > 0 && <p className={table['empty']}>{`${TEXTS.moreRows} ${more}`}</p>}
      </Card>
    </>
  );
}

/** The id of a record links to it. */
function Cell({ column, text }: { readonly column: string; readonly text: string }) {
  const { roles } = useStaff();
  const target = findCellTarget(column, text);
  const resource = target === undefined ? undefined : findResource(target.resource);
  if (target === undefined || !resource || !isAllowed(roles, resource.shape.read)) {
    return text === '' ? TEXTS.none : text;
  }
  return <Link to={pagePath(target.resource, target.id)}>{text}</Link>;
}
