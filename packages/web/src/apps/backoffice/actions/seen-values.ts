// What the page of one said when it was opened, for actions that send along what the caller has seen.
// A page reads itself again in the background, so what it holds now may never have been looked at.
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { createContext, useState } from 'react';
import type { RaRecord } from 'react-admin';

type Values = Readonly<Record<string, unknown>>;

const NOTHING: Values = {};
const SEEN = new Set(RESOURCES.flatMap(({ shape }) => seenFields(shape)));

/** Of the page that a list of other rows stands on. */
export const SeenValues = createContext<Values>(NOTHING);

/** The inputs of a resource's actions that say what was seen: no form asks for them, no page shows them. */
export function seenFields({ actions }: Pick<ResourceShape, 'actions'>): readonly string[] {
  return Object.values(actions).flatMap(({ seen = [] }) => seen);
}

/** The row's values as they were when all of the page was first there. */
export function useSeenValues(row: RaRecord | undefined, isFetching: boolean): Values {
  const [opened, setOpened] = useState<RaRecord>();
  if (row === undefined) return NOTHING;
  // What is shown from an earlier visit is being read again, and was not looked at yet.
  if (!isFetching && opened?.id !== row.id) setOpened(row);
  return pickSeen(opened?.id === row.id ? opened : row);
}

function pickSeen(row: RaRecord): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => SEEN.has(name)));
}
