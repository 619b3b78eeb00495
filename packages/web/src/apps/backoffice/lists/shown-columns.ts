// Which columns of a list a member of staff sees: those of the view in the address, the ones they
// have chosen, or those that the declaration shows at first.
import { mayRead, type ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import { useStaff } from '../staff/staff-context.ts';
import { useList, type ChosenColumns } from './list-state.ts';
import { useOwnLists, withColumns } from './own-lists.ts';

/** Every column that the roles can read, in the declared order. */
export function readableColumns(shape: ResourceShape, roles: readonly Role[]): readonly string[] {
  return Object.keys(shape.row).filter((name) => mayRead(shape, name, roles));
}

/** The shown columns, the id and the pinned ones first, and how many of them stay in place. */
export function arrangeColumns(
  shape: ResourceShape,
  roles: readonly Role[],
  chosen: ChosenColumns | undefined,
): ChosenColumns {
  const { folded = [] } = shape;
  const shown = readableColumns(shape, roles).filter(
    // The id leads to the record.
    (name) => name === 'id' || (chosen?.shown.includes(name) ?? !folded.includes(name)),
  );
  const pinned = shown.filter((name) => name !== 'id' && chosen?.pinned.includes(name) === true);
  const isPinned = (name: string): boolean => name === 'id' || pinned.includes(name);
  return {
    shown: [...shown.filter(isPinned), ...shown.filter((name) => !isPinned(name))],
    pinned: pinned.length === 0 ? [] : ['id', ...pinned],
  };
}

/** Returns the columns that a phone leaves out: those that the declaration doesn’t call brief. */
export function wideColumns(
  { brief }: Pick<ResourceShape, 'brief'>,
  shown: readonly string[],
): readonly string[] {
  if (brief === undefined) return [];
  return shown.filter((name) => name !== 'id' && !brief.includes(name));
}

export type ShownColumns = ChosenColumns & {
  /** Columns for which a phone has no room. */
  readonly wide: readonly string[];
  /** False until the server has answered what the caller chose before. */
  readonly isReady: boolean;
  /** Undefined: as declared. */
  readonly choose: (columns: ChosenColumns | undefined) => void;
};

export function useShownColumns(shape: ResourceShape): ShownColumns {
  const { roles } = useStaff();
  const { columns: ofAddress, setColumns } = useList();
  const { own, isLoaded, save } = useOwnLists();
  const ofMember = own.columns.find(({ resource }) => resource === shape.name);
  const chosen = ofAddress ?? ofMember;
  const arranged = arrangeColumns(shape, roles, chosen);
  return {
    ...arranged,
    wide: chosen === undefined ? wideColumns(shape, arranged.shown) : [],
    isReady: ofAddress !== undefined || isLoaded,
    choose: (columns) => {
      // A view that is open stays open with other columns; the caller's own stay as they are.
      if (ofAddress !== undefined) setColumns?.(columns);
      else save((saved) => withColumns(saved, shape.name, columns));
    },
  };
}
