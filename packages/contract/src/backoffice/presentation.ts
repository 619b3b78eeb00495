// How the back office presents a resource and its actions. Nothing here grants or denies anything:
// the roles and the server's own checks do.

import { isAllowed, type Role } from './roles.ts';

/** The sections of the navigation, in their order. */
export const GROUPS = [
  'clients',
  'money',
  'dealing',
  'messages',
  'content',
  'administration',
] as const;
export type Group = (typeof GROUPS)[number];

export type Queue = {
  /** Names the queue among those of its list. Stored: a renamed queue is another one. */
  readonly name: string;
  /** Completes the name of the list, as in 'Withdrawals to approve'. */
  readonly text: string;
  /** The list's filter that selects the records. */
  readonly filter: Readonly<Record<string, string>>;
  /** 1 if a customer's money waits for it, 2 if a customer does, 3 otherwise. */
  readonly urgency: 1 | 2 | 3;
};

export type Presentation = {
  /** A single record, such as 'Customer'. */
  readonly one: string;
  readonly group: Group;
  /** The fields that name a record, such as the first and the last name. */
  readonly heading?: readonly string[];
  /** The fields that the page’s own header shows instead of the list of fields. */
  readonly header?: readonly string[];
  /** The columns that a list shows only if the reader selects them. */
  readonly folded?: readonly string[];
  /** The columns beside the id that a phone has room for, until the reader selects others. */
  readonly brief?: readonly string[];
  /** The lists of records that wait for staff, which the home page shows. */
  readonly queues?: readonly Queue[];
};

/** The values that a field may have, or whether it must be set, empty or a number above zero. */
export type Condition =
  | readonly (string | number | boolean | null)[]
  | 'set'
  | 'empty'
  | 'positive';

/**
 * A condition for each named field, which can be nested as in 'profile.complete'. A condition on a
 * field that the caller can't read counts as met.
 */
export type State = Readonly<Record<string, Condition>>;

export type ActionPresentation = {
  /** The text of the button if it differs from the action's name. */
  readonly label?: string;
  /** Whether the button stands out, because a record that waits usually needs this action. */
  readonly isPrimary?: true;
  /** The action is offered if the record fulfils one of these. */
  readonly when?: readonly State[];
  /** Where the value of a field decides which roles may use the action: those of each value. */
  readonly offeredBy?: {
    readonly field: string;
    readonly roles: Readonly<Record<string, readonly Role[]>>;
  };
  /** The fields that the confirmation repeats, so that nobody confirms the wrong record. */
  readonly repeats?: readonly string[];
  /** The part of the record, such as 'profile', whose values the form begins with as well. */
  readonly startsFrom?: string;
  /** Only for actions that move no money and that nobody else has to approve. */
  readonly undo?: Undo;
};

/**
 * The action of the same resource that takes an action back; or the one for each former value of a
 * field, as text. It is sent with what its own form would begin with on the record as it was.
 */
export type Undo =
  | string
  | { readonly field: string; readonly actions: Readonly<Record<string, string>> };

/** Returns whether the record's state makes the action useful to somebody with these roles. */
export function isOffered(
  { when, offeredBy }: ActionPresentation,
  row: Readonly<Record<string, unknown>>,
  held: readonly Role[],
): boolean {
  if (offeredBy !== undefined) {
    const roles = offeredBy.roles[String(row[offeredBy.field])];
    if (roles !== undefined && !isAllowed(held, roles)) return false;
  }
  return when === undefined || when.some((state) => mayBeIn(state, row));
}

/** Returns the action that takes this one back, if there is one for the record as it was. */
export function findUndo(
  { undo }: ActionPresentation,
  before: Readonly<Record<string, unknown>>,
): string | undefined {
  if (undo === undefined || typeof undo === 'string') return undo;
  const former = String(before[undo.field]);
  return Object.hasOwn(undo.actions, former) ? undo.actions[former] : undefined;
}

/** Returns whether the record is in the state, as far as its fields are known. */
function mayBeIn(state: State, row: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(state).every(([path, condition]) => {
    const value = valueAt(row, path);
    return value === undefined || meets(value, condition);
  });
}

/** Returns whether the record is in the state; false if a field of it is unknown. */
export function isIn(state: State, row: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(state).every(([path, condition]) => {
    const value = valueAt(row, path);
    return value !== undefined && meets(value, condition);
  });
}

function meets(value: unknown, condition: Condition): boolean {
  if (condition === 'set') return value !== null;
  if (condition === 'empty') return value === null;
  if (condition === 'positive') return typeof value === 'number' && value > 0;
  return condition.some((one) => one === value);
}

function valueAt(row: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
