// Labels of declared names, and links of values.
import type { Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { CHOICE_TEXTS } from './content/content-texts.ts';

const BASE = '/backoffice';
const SUBJECT = /^([a-z-]+):(\d+)$/;
const DANGEROUS =
  /^(?:disable|reset|block|delete|reject|revoke|remove|halt|refund|write-off|book-return|close|void|cancel|end|password-reset|second-factor-off)/;
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
const WHOLE = /^\d+$/;

/** Labels of fields for which `labelOf` would not give a good one. */
const LABELS: Readonly<Record<string, string>> = {
  approver_age_days: 'Days until a new or changed member can approve',
  at: 'Time',
  bytes: 'Size',
  clock_offset_ms: 'Clock offset (ms)',
  approvals_given: 'Approvals so far',
  cash_left: 'Cash left in the account',
  closing_reason: 'Closed by',
  eur: 'EUR',
  greatest_amount: 'Maximum amount',
  greatest_leverage: 'Maximum leverage',
  has_source_time: 'Timestamps',
  house: 'Broker',
  lag_ms: 'Lag (ms)',
  largest: 'Largest positions',
  least_amount: 'Minimum amount',
  least_spread_percent: 'Minimum spread',
  margin_level: 'Margin level (%)',
  near_close_out: 'Lowest margin levels',
  open_seen_rate: 'Requested opening price',
  closed_seen_rate: 'Requested closing price',
  own_stop: 'Self-exclusion',
  pay_to: 'Pay to',
  spread_percent: 'Spread',
  extra_spread_percent: 'Extra spread',
  sources: 'Where the money came from',
  stop_lost: 'Stop loss',
  'sign-ins': 'Sign-ins',
  symbols_deep: 'With 12 months',
  symbols_done: 'With recent history',
  symbols_total: 'Symbols',
  termination_rate: 'Stop-out price',
  to_approve: 'To approve',
  uniqid: 'Reference',
  // Older field names of the API:
  symbol_name: 'Name',
  stop_lost_rate: 'Stop loss',
};

/** Returns a name as a label: 'created_at' and 'createdAt' as 'Created at'. */
export function labelOf(name: string): string {
  const snake = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const label = Object.hasOwn(LABELS, snake) ? LABELS[snake] : undefined;
  if (label !== undefined) return label;
  const words = snake.split(/[_.-]/).map((word) => SHORT[word] ?? word);
  const text = words.join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The text of an action's button. */
export function actionText(resource: Resource, action: string): string {
  return resource.shape.actions[action]?.label ?? labelOf(action);
}

/**
 * Returns a label for the middle of a sentence: 'Position ID' as 'position ID'; 'ID' is unchanged.
 */
export function withinText(label: string): string {
  return label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}

/** Returns the label of a choice. */
export function choiceText(name: string, choice: string): string {
  return CHOICE_TEXTS[name]?.[choice] ?? labelOf(choice);
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
