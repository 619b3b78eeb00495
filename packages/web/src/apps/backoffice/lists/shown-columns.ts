// The columns of a list that a member of staff sees: those that the declaration shows by default,
// or those that the member has chosen. This browser stores the choice.
import { mayRead, type ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import { useSyncExternalStore } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';
import { useStaff } from '../staff/staff-context.ts';
import * as z from 'zod/mini';

const Stored = z.record(z.string(), z.array(z.string()));
type Choices = z.infer<typeof Stored>;

const listeners = new Set<() => void>();
let choices: Choices | undefined;

function readChoices(): Choices {
  choices ??= parseChoices(browserStore.read(KEYS.officeColumns));
  return choices;
}

/** Returns no choices for an invalid text. */
function parseChoices(text: string | undefined): Choices {
  try {
    const parsed = Stored.safeParse(JSON.parse(text ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Every column that the roles can read, in the declared order. */
export function readableColumns(shape: ResourceShape, roles: readonly Role[]): readonly string[] {
  return Object.keys(shape.row).filter((name) => mayRead(shape, name, roles));
}

export function useShownColumns(shape: ResourceShape): readonly string[] {
  const { roles } = useStaff();
  const all = useSyncExternalStore(subscribe, readChoices);
  const chosen = Object.hasOwn(all, shape.name) ? all[shape.name] : undefined;
  const { folded = [] } = shape;
  return readableColumns(shape, roles).filter(
    // The id is always shown, because it links to the record.
    (name) => name === 'id' || (chosen?.includes(name) ?? !folded.includes(name)),
  );
}

/** Stores the choice; undefined restores the declared columns. */
export function chooseColumns(resource: string, columns: readonly string[] | undefined): void {
  const { [resource]: _, ...others } = readChoices();
  choices = columns === undefined ? others : { ...others, [resource]: [...columns] };
  browserStore.write(KEYS.officeColumns, JSON.stringify(choices));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
