import type { Schema } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/figures/badge.tsx';
import { kindOf } from './field-kind.ts';
import {
  bytesText,
  eurosText,
  isoDayText,
  momentText,
  numberText,
  percentText,
} from './figure-texts.ts';
import { givenFields, isGiven } from './given-fields.ts';
import {
  auditedText,
  choiceText,
  findResource,
  findRowTarget,
  labelOf,
  pagePath,
  textOf,
  valueText,
  withinText,
} from '../names.ts';
import parts from '../parts/parts.module.css';
import { figureCell, ScrollTable } from '../parts/scroll-table.tsx';
import { Actor } from '../staff/actor.tsx';
import { isActor } from '../staff/actor-text.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { toneOf } from './state-tones.ts';
import classes from './lists.module.css';

/** The names of actions in the audit log, such as 'customer.verify'. */
const AUDITED = /^[a-z-]+(?:\.[a-z-]+)+$/;

export type FieldValueProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** The list within the page of which the value is a cell. */
  readonly list?: string;
};

/** Whether its column is right-aligned. */
export function isFigure(name: string, schema: Schema): boolean {
  return ['euros', 'number'].includes(kindOf(name, schema).kind);
}

/** Whether a table within a page shows all of it, on several lines if need be. */
function isText(name: string, schema: Schema): boolean {
  return name !== 'id' && ['text', 'prose', 'choices'].includes(kindOf(name, schema).kind);
}

/** Shows a value according to its declaration; an empty value is a dash. */
export function FieldValue({ name, schema, value, list = '' }: FieldValueProps): ReactNode {
  const { roles } = useStaff();
  if (!isGiven(value)) return TEXTS.none;
  if (typeof value === 'string' && isActor(value)) return <Actor text={value} />;
  const target = findRowTarget(list, name, value);
  const resource = target === undefined ? undefined : findResource(target.resource);
  if (target !== undefined && resource && isAllowed(roles, resource.shape.read)) {
    // 'customer:7' as 'Customer #7'.
    const text = typeof value === 'string' ? `${resource.shape.one} #${target.id}` : textOf(value);
    return <Link to={pagePath(target.resource, target.id)}>{text}</Link>;
  }
  const kind = kindOf(name, schema);
  // A page address of the site, as a shareable link.
  if (name === 'path' && typeof value === 'string') {
    return new URL(value, window.location.origin).href;
  }
  if (name === 'action' && typeof value === 'string' && AUDITED.test(value)) {
    return <span title={value}>{auditedText(value)}</span>;
  }
  switch (kind.kind) {
    case 'flag':
      return value === true ? TEXTS.yes : TEXTS.no;
    case 'euros':
      return <span className={parts['figure']}>{eurosText(Number(value))}</span>;
    case 'number':
      return (
        <span className={parts['figure']}>
          {name.endsWith('percent') ? percentText(Number(value)) : numberText(Number(value))}
        </span>
      );
    case 'instant':
    case 'moment':
      return <Moment at={textOf(value)} />;
    case 'choice':
      return <Badge tone={toneOf(textOf(value))}>{choiceText(name, textOf(value))}</Badge>;
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
      return <FactList part={name} shape={kind.shape} facts={value} />;
    case 'record':
    case 'grid':
      return <RecordText value={value} />;
    case 'prose':
      return <span className={parts['prose']}>{textOf(value)}</span>;
    case 'whole':
      return name === 'bytes' ? bytesText(Number(value)) : textOf(value);
    case 'day':
    case 'text':
      return typeof value === 'object' ? (
        <RecordText value={value} />
      ) : (
        isoDayText(valueText(name, textOf(value)))
      );
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

/** What consists of several values needs the whole width. */
const WIDE: ReadonlySet<string> = new Set(['rows', 'facts']);

type FactListProps = {
  /** The field that consists of these. */
  readonly part?: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly facts: unknown;
};

/** Names and values side by side. A group omits its empty fields; a record shows them as empty. */
export function FactList({ part, shape, facts }: FactListProps) {
  const given = facts as Readonly<Record<string, unknown>>;
  const fields = Object.entries(part === undefined ? shape : givenFields(shape, facts));
  if (fields.length === 0) return TEXTS.none;
  return (
    <dl className={classes['facts']}>
      {fields.map(([name, schema]) => (
        <div
          key={name}
          className={classes['fact']}
          {...(WIDE.has(kindOf(name, schema).kind) ? { 'data-wide': true } : {})}
        >
          <dt>{labelOf(name, part)}</dt>
          <dd>
            <FieldValue name={name} schema={schema} value={given[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RecordText({ value }: { readonly value: unknown }) {
  return <pre className={parts['source']}>{recordText(value)}</pre>;
}

/** Formats a JSON value for readers: one line per entry. */
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
    <ScrollTable
      label={labelOf(name)}
      head={columns.map(({ column, schema, label }) => (
        <th key={label} scope="col" {...figureCell(isFigure(column, schema))}>
          {label}
        </th>
      ))}
    >
      <tbody>
        {listed.map((row, index) => (
          // The index can be the key, because the rows stay unchanged until the next reply.
          <tr key={textOf(row['id'] ?? index)}>
            {columns.map(({ column, schema, label, read }) => (
              <td
                key={label}
                {...figureCell(isFigure(column, schema))}
                {...(isText(column, schema) ? { 'data-long': true } : {})}
              >
                <FieldValue name={column} schema={schema} value={read(row)} list={name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
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
