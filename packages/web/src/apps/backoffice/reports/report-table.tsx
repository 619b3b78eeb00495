import {
  Alert,
  Box,
  Link,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReportShown } from '@halyard/contract/backoffice/reports';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { findCellTarget, findResource, labelOf, pagePath } from '../names.ts';
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
        <Alert severity="info">
          {notes.map((note) => (
            <Typography key={note} variant="body2">
              {note}
            </Typography>
          ))}
        </Alert>
      )}
      <Paper sx={{ overflow: 'hidden' }}>
        <Box sx={{ overflowX: 'auto' }} component="section" aria-label={title} tabIndex={0}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map((column, at) => (
                  <TableCell key={column} align={isRight[at] === true ? 'right' : 'left'}>
                    {labelOf(column)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                // The rows stay unchanged until the report is requested again.
                <TableRow key={`${index} ${row[0] ?? ''}`} hover>
                  {columns.map((column, at) => (
                    <TableCell
                      key={column}
                      align={isRight[at] === true ? 'right' : 'left'}
                      sx={{
                        maxWidth: 320,
                        overflow: 'hidden',
                        textOverflow: 'ellipsis',
                        fontVariantNumeric: 'tabular-nums',
                      }}
                    >
                      <Cell column={column} text={row[at] ?? ''} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
        {rows.length === 0 && <Box sx={{ p: 3, color: 'text.secondary' }}>{TEXTS.reportEmpty}</Box>}
        {more > 0 && (
          <Box sx={{ p: 2, color: 'text.secondary' }}>{`${TEXTS.moreRows} ${more}`}</Box>
        )}
      </Paper>
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
  return (
    <Link component={RouterLink} to={pagePath(target.resource, target.id)}>
      {text}
    </Link>
  );
}
