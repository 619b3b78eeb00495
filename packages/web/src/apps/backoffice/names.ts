// Labels of declared names, and links of values.
import type { Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from './declarations.ts';
import { CATALOGUE } from './texts/catalogue.ts';
import { TEXTS } from './texts.ts';
import { LANGUAGE } from './texts/language.ts';

const BASE = '/backoffice';
const SUBJECT = /^([a-z-]+):(\d+)$/;
const DANGEROUS =
  /^(?:disable|reset|block|delete|reject|revoke|remove|halt|refund|write-off|book-return|close|void|cancel|end|password-reset|second-factor-off)/;
const FIRST_APPROVAL = /^(.+)-first$/;
const SHORT: Readonly<Record<string, string>> = {
  eur: '€',
  id: 'ID',
  ip: 'IP',
  percent: '%',
  pin: 'PIN',
  url: 'URL',
};
/** The columns of reports that contain a resource's id. */
const ID_COLUMNS: Readonly<Record<string, string>> = {
  account: 'customers',
  customer: 'customers',
  position: 'positions',
};
/** The lists within pages whose rows have the id of a resource's record. */
const ID_LISTS: Readonly<Record<string, string>> = {
  largest: 'positions',
  open_positions: 'positions',
};
const WHOLE = /^\d+$/;

/** Returns the key of a name's label: 'created_at' for 'created_at', 'createdAt' and 'created-at'. */
export function keyOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[.\-/]/g, '_')
    .toLowerCase();
}

/**
 * Returns a name as a label: 'created_at' and 'createdAt' as 'Created at'. `part` is the part of the
 * page that the name belongs to, for labels that depend on it.
 */
export function labelOf(name: string, part?: string): string {
  const key = keyOf(name);
  const label = CATALOGUE.names[`${part}.${key}`] ?? ownLabel(key);
  if (label !== undefined) return label;
  const words = key.split('_').map((word) => SHORT[word] ?? word);
  const text = words.join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Names such as 'constructor' have no label. */
function ownLabel(key: string): string | undefined {
  return Object.hasOwn(CATALOGUE.names, key) ? CATALOGUE.names[key] : undefined;
}

/** The text of an action's button. */
export function actionText(resource: Resource, action: string): string {
  return resource.shape.actions[action]?.label ?? labelOf(action);
}

/**
 * Returns a label for the middle of a sentence: 'Position ID' as 'position ID'; 'ID' is unchanged.
 * German labels begin with nouns, which keep their capital.
 */
export function withinText(label: string): string {
  if (LANGUAGE === 'de') return label;
  return label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}

/** Returns the label of a choice. */
export function choiceText(name: string, choice: string): string {
  return CATALOGUE.choices[name]?.[choice] ?? labelOf(choice);
}

/**
 * Returns an audited action in words: 'customer.verify' as 'Customer: verify', and the first of two
 * approvals of it, 'customer.verify-first', as such.
 */
export function auditedText(action: string): string {
  const [subject = '', ...done] = action.split('.');
  const [, approved] = FIRST_APPROVAL.exec(action) ?? [];
  if (approved !== undefined && ownLabel(keyOf(done.join('.'))) === undefined) {
    return `${auditedText(approved)} (${TEXTS.firstApproval})`;
  }
  return `${labelOf(subject)}: ${withinText(labelOf(done.join('.')))}`;
}

/** Returns a text from a fixed list, such as the type of a transaction, in the page's language. */
export function valueText(name: string, text: string): string {
  return CATALOGUE.choices[name]?.[text] ?? text;
}

/** Returns a value as text, whatever its type. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns whether the action removes something, so that its button has another colour. */
export function isDangerous(action: string): boolean {
  return DANGEROUS.test(action);
}

export function findResource(name: string): Resource | undefined {
  return RESOURCES.find(({ shape }) => shape.name === name);
}

export function listPath(resource: string): string {
  return `${BASE}/${resource}`;
}

/** Returns the address of a list with filters and optionally `shown` (sort, order, perPage). */
export function filteredListPath(
  resource: string,
  filter: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...shown, filter: JSON.stringify(filter) });
  return `${listPath(resource)}?${search.toString()}`;
}

export function pagePath(resource: string, id: string | number): string {
  return `${BASE}/${resource}/${encodeURIComponent(id)}/show`;
}

export type Target = { readonly resource: string; readonly id: string };

/**
 * Returns the record that a field such as 'customer_id', or a text such as 'customer:17', refers
 * to.
 */
export function findTarget(name: string, value: unknown): Target | undefined {
  const named = /^(\w+)_id$/.exec(name)?.[1];
  if (named !== undefined && typeof value === 'number') return toTarget(named, String(value));
  const [, kind, id] = typeof value === 'string' ? (SUBJECT.exec(value) ?? []) : [];
  return kind === undefined || id === undefined ? undefined : toTarget(kind, id);
}

/** The link of a report cell, by column name. */
export function findCellTarget(column: string, cell: string): Target | undefined {
  const resource = Object.hasOwn(ID_COLUMNS, column) ? ID_COLUMNS[column] : undefined;
  return resource !== undefined && WHOLE.test(cell)
    ? { resource, id: cell }
    : findTarget(column, cell);
}

/** The link of a cell of a list within a page, by the names of the list and the column. */
export function findRowTarget(list: string, column: string, value: unknown): Target | undefined {
  const resource = column === 'id' && Object.hasOwn(ID_LISTS, list) ? ID_LISTS[list] : undefined;
  return resource !== undefined && typeof value === 'number'
    ? { resource, id: String(value) }
    : findTarget(column, value);
}

/** A report, filtered by a record if it is about one. */
export function reportPath(report: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${BASE}/reports/${report}${search === '' ? '' : `?${search}`}`;
}

/** Other words can precede the kind, as in `first_customer`. */
function toTarget(kind: string, id: string): Target | undefined {
  const resource = findResource(kind) ?? findResource(`${kind.replaceAll('_', '-')}s`);
  if (resource !== undefined) return { resource: resource.shape.name, id };
  const [, last] = /^[^_]+_(.+)$/.exec(kind) ?? [];
  return last === undefined ? undefined : toTarget(last, id);
}
