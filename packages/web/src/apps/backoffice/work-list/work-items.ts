// The records that wait for a member of staff, from the queues that the declarations name.
import { maySeeQueue, workQueuesOf } from '@halyard/contract/backoffice/desk/work-queues';
import type { Resource } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '../declarations.ts';
import { recordTitle } from '../layout/record-title.ts';
import { kindOf } from '../lists/field-kind.ts';
import type { Filter, Row } from '../lists/list-calls.ts';
import { pagePath } from '../names.ts';
import { TEXTS } from '../texts.ts';

export type WorkQueue = {
  /** The name among all queues, such as 'withdrawals/to-approve'. */
  readonly name: string;
  readonly resource: Resource;
  /** The queue's title, such as 'Withdrawals to approve'. */
  readonly title: string;
  readonly filter: Filter;
  /** 1 is the most urgent. */
  readonly urgency: number;
};

export type WorkItem = {
  readonly key: string;
  readonly resource: string;
  readonly recordId: string;
  readonly queue: string;
  readonly title: string;
  readonly path: string;
  readonly urgency: number;
  /** When the record began to wait; undefined if the caller can't read it. */
  readonly sinceMs: number | undefined;
  readonly amount: number | undefined;
  readonly customerId: number | undefined;
  readonly customer: string;
  /** Who brought the record into the queue, as far as it names them, such as 'staff:4'. */
  readonly causedBy: readonly string[];
};

/** The queues whose records these roles can see and filter. */
export function queuesFor(held: readonly Role[]): readonly WorkQueue[] {
  return workQueuesOf(RESOURCES)
    .filter((queue) => maySeeQueue(queue, held))
    .map(({ name, resource, queue: { text, filter, urgency } }) => ({
      name,
      resource,
      title: `${resource.shape.title} ${text}`,
      filter,
      urgency,
    }));
}

const CAUSES = ['first_by', 'requested_by', 'approved_by'];

export function toWorkItem(queue: WorkQueue, row: Row, held: readonly Role[]): WorkItem {
  const { shape } = queue.resource;
  const { email, customer_name: name, amount } = row;
  const customerId = row['customer_id'] ?? row['first_customer_id'];
  return {
    key: `${shape.name}/${row.id}`,
    resource: shape.name,
    recordId: String(row.id),
    queue: queue.title,
    title: recordTitle(shape, row, held),
    path: pagePath(shape.name, row.id),
    urgency: queue.urgency,
    sinceMs: sinceOf(queue.resource, row),
    amount: typeof amount === 'number' ? amount : undefined,
    customerId: typeof customerId === 'number' ? customerId : undefined,
    customer: [email, name].find((text) => typeof text === 'string') ?? '',
    causedBy: CAUSES.flatMap((field) => {
      const by = row[field];
      return typeof by === 'string' ? by.split(/,\s*/) : [];
    }),
  };
}

/** Sorts by urgency, then the oldest first. A record in several queues counts once. */
export function sortWork(items: readonly WorkItem[]): readonly WorkItem[] {
  const byKey = new Map<string, WorkItem>();
  for (const item of items.toSorted(compareWork)) {
    if (!byKey.has(item.key)) byKey.set(item.key, item);
  }
  return [...byKey.values()];
}

function compareWork(one: WorkItem, other: WorkItem): number {
  if (one.urgency !== other.urgency) return one.urgency - other.urgency;
  return (one.sinceMs ?? Number.MAX_SAFE_INTEGER) - (other.sinceMs ?? Number.MAX_SAFE_INTEGER);
}

/** Returns the value of the row's first time field, which is when the record was created. */
function sinceOf({ shape }: Resource, row: Row): number | undefined {
  const name = Object.keys(shape.row).find(
    (field) =>
      typeof row[field] === 'string' &&
      kindOf(field, (shape.row[field] ?? shape.row.id).schema).kind === 'instant',
  );
  const at = name === undefined ? Number.NaN : Date.parse(String(row[name]));
  return Number.isNaN(at) ? undefined : at;
}

const UNITS = [
  [TEXTS.units.day, 86_400_000],
  [TEXTS.units.hour, 3_600_000],
  [TEXTS.units.minute, 60_000],
] as const;

/** Returns an age as text: '3 d', '5 h' or '12 min'. */
export function ageText(ageMs: number): string {
  const [unit, lengthMs] = UNITS.find(([, length]) => ageMs >= length) ?? UNITS[2];
  return `${Math.max(0, Math.floor(ageMs / lengthMs))} ${unit}`;
}
