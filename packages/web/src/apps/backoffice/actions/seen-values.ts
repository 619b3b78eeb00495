// The values that the page showed when it was opened, for actions that send what the caller has
// seen. The page refreshes in the background, so its current values may not have been read.
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '../declarations.ts';
import { createContext, useState } from 'react';
import type { Row } from '../lists/list-calls.ts';

type Values = Readonly<Record<string, unknown>>;

const NOTHING: Values = {};
const SEEN = new Set(RESOURCES.flatMap(({ shape }) => seenFields(shape)));

/** The values that were seen, for a list on another record's page. */
export const SeenValues = createContext<Values>(NOTHING);

/** The inputs that contain seen values: forms don't ask for them, and pages don't show them. */
export function seenFields({ actions }: Pick<ResourceShape, 'actions'>): readonly string[] {
  return Object.values(actions).flatMap(({ seen = [] }) => seen);
}

/** The row's values when the page was first complete. */
export function useSeenValues(row: Row | undefined, isFetching: boolean): Values {
  const [opened, setOpened] = useState<Row>();
  if (row === undefined) return NOTHING;
  // Data from an earlier visit is being refreshed and has not been read yet.
  if (!isFetching && opened?.id !== row.id) setOpened(row);
  return pickSeen(opened?.id === row.id ? opened : row);
}

function pickSeen(row: Row): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => SEEN.has(name)));
}
