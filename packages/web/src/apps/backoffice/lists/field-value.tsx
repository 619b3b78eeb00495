import { Box, Chip, Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { kindOf } from './field-kind.ts';
import { bytesText, eurosText, momentText, numberText, percentText } from './figure-texts.ts';
import {
  choiceText,
  findResource,
  findTarget,
  labelOf,
  pagePath,
  textOf,
  withinText,
} from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const;

export type FieldValueProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
};

/** Whether its column is right-aligned. */
export function isFigure(name: string, schema: Schema): boolean {
  return ['euros', 'number'].includes(kindOf(name, schema).kind);
}

/** Shows a value according to its declaration; an empty value is a dash. */
export function FieldValue({ name, schema, value }: FieldValueProps): ReactNode {
  const { roles } = useStaff();
  if (value === null || value === undefined || value === '') return TEXTS.none;
  const target = findTarget(name, value);
  const resource = target === undefined ? undefined : findResource(target.resource);
  if (target !== undefined && resource && isAllowed(roles, resource.shape.read)) {
    return (
      <Link component={RouterLink} to={pagePath(target.resource, target.id)}>
        {textOf(value)}
      </Link>
    );
  }
  const kind = kindOf(name, schema);
  // A page address of the site, as a shareable link.
  if (name === 'path' && typeof value === 'string') {
    return new URL(value, window.location.origin).href;
  }
  switch (kind.kind) {
    case 'flag':
      return value === true ? TEXTS.yes : TEXTS.no;
    case 'euros':
      return (
        <Box component="span" sx={FIGURES}>
          {eurosText(Number(value))}
        </Box>
      );
    case 'number':
      return (
        <Box component="span" sx={FIGURES}>
          {name.endsWith('percent') ? percentText(Number(value)) : numberText(Number(value))}
        </Box>
      );
    case 'instant':
    case 'moment':
      return <Moment at={textOf(value)} />;
    case 'choice':
      return <Chip label={choiceText(name, textOf(value))} />;
    case 'lines':
    case 'figures':
      return toTexts(value).join(', ') || TEXTS.none;
    case 'choices':
      return (
        toTexts(value)
          .map((choice) => choiceText(name, choice))
          .join(', ') || TEXTS.none
      );
    case 'rows':
      return <RowsTable name={name} shape={kind.shape} rows={value} />;
    case 'facts':
      return <FactList shape={kind.shape} facts={value} />;
    case 'record':
    case 'grid':
      return <RecordText value={value} />;
    case 'prose':
      return (
        <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
          {textOf(value)}
        </Box>
      );
    case 'whole':
      return name === 'bytes' ? bytesText(Number(value)) : textOf(value);
    case 'day':
    case 'text':
      return typeof value === 'object' ? <RecordText value={value} /> : textOf(value);
  }
}

/** Local time, with UTC as tooltip. */
function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return (
    <time dateTime={at} title={`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`}>
      {momentText(date)}
    </time>
  );
}

type FactListProps = {
  readonly shape: Readonly<Record<string, Schema>>;
  readonly facts: unknown;
};

/** Names and values side by side. */
export function FactList({ shape, facts }: FactListProps) {
  const given = facts as Readonly<Record<string, unknown>>;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 44%), 1fr))',
        fontSize: '0.8125rem',
      }}
    >
      {Object.entries(shape).map(([name, schema]) => (
        <Box
          key={name}
          sx={{
            minWidth: 0,
            ...(kindOf(name, schema).kind === 'rows' ? { gridColumn: '1 / -1' } : {}),
          }}
        >
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            {labelOf(name)}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            <FieldValue name={name} schema={schema} value={given[name]} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function RecordText({ value }: { readonly value: unknown }) {
  return (
    <Box
      component="pre"
      sx={{ m: 0, fontSize: '0.75rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {recordText(value)}
    </Box>
  );
}

/** One line per entry, because people read JSON values, too. */
function recordText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return Object.entries(value)
    .map(
      ([name, inner]) =>
        `${name}: ${Array.isArray(inner) ? inner.map(textOf).join(', ') : textOf(inner)}`,
    )
    .join('\n');
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

type RowsTableProps = {
  readonly name: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly rows: unknown;
};

/** A short list within a page. */
function RowsTable({ name, shape, rows }: RowsTableProps) {
  const listed = Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : [];
  if (listed.length === 0) return TEXTS.empty;
  const columns = columnsOf(shape);
  return (
    <Box sx={{ overflowX: 'auto' }} component="section" aria-label={labelOf(name)} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map(({ column, schema, label }) => (
              <TableCell key={label} align={isFigure(column, schema) ? 'right' : 'left'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {listed.map((row, index) => (
            // The rows of a reply stay unchanged until the next reply.
            <TableRow key={textOf(row['id'] ?? index)}>
              {columns.map(({ column, schema, label, read }) => (
                <TableCell key={label} align={isFigure(column, schema) ? 'right' : 'left'}>
                  <FieldValue name={column} schema={schema} value={read(row)} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

type Row = Readonly<Record<string, unknown>>;
type Column = {
  readonly column: string;
  readonly label: string;
  readonly schema: Schema;
  readonly read: (row: Row) => unknown;
};

/** Nested values of a row become columns. */
function columnsOf(shape: Readonly<Record<string, Schema>>): readonly Column[] {
  return Object.entries(shape).flatMap(([name, schema]): readonly Column[] => {
    const kind = kindOf(name, schema);
    if (kind.kind !== 'facts') {
      return [{ column: name, label: labelOf(name), schema, read: (row) => row[name] }];
    }
    return columnsOf(kind.shape).map((inner) => ({
      ...inner,
      label: `${labelOf(name)}: ${withinText(inner.label)}`,
      read: (row) => inner.read((row[name] ?? {}) as Row),
    }));
  });
}
