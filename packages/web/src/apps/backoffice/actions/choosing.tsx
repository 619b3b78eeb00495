// Selecting rows of a list for a bulk action.
import { MANY_ROWS_MAX, type Resource } from '@halyard/contract/backoffice/resource';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import type { Row } from '../lists/list-calls.ts';
import { useList } from '../lists/list-state.ts';
import lists from '../lists/lists.module.css';
import type { Pin } from '../lists/use-pins.ts';
import { TEXTS } from '../texts.ts';
import { ActionBar } from './action-bar.tsx';

type Id = Row['id'];

type ChooseAllProps = { readonly rows: readonly Row[]; readonly pin: Pin };

export function ChooseAll({ rows, pin }: ChooseAllProps) {
  const { chosen, choose } = useList();
  const ids = rows.map(({ id }) => id);
  const count = ids.filter((id) => chosen.includes(id)).length;
  const isAll = ids.length > 0 && count === ids.length;
  const turn = (): void => {
    const others = chosen.filter((id) => !ids.includes(id));
    choose(isAll ? others : [...others, ...ids]);
  };
  return (
    <th scope="col" {...pin}>
      <Checkbox
        size="xs"
        checked={isAll}
        disabled={ids.length === 0}
        indeterminate={count > 0 && !isAll}
        onChange={turn}
        aria-label={TEXTS.chooseAll}
      />
    </th>
  );
}

export function ChooseOne({ id, pin }: { readonly id: Id; readonly pin: Pin }) {
  const { chosen, choose } = useList();
  const isChosen = chosen.includes(id);
  return (
    <td {...pin}>
      <Checkbox
        size="xs"
        checked={isChosen}
        onChange={() => choose(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
        aria-label={`${TEXTS.choose} ${id}`}
      />
    </td>
  );
}

type ChosenBarProps = { readonly resource: Resource; readonly actions: readonly string[] };

/** The number of selected rows, including other pages, and the bulk actions. */
export function ChosenBar({ resource, actions }: ChosenBarProps) {
  const { chosen, choose } = useList();
  const count = chosen.length;
  if (count === 0) return undefined;
  const isTooMany = count > MANY_ROWS_MAX;
  return (
    <div className={lists['chosen']}>
      <output>
        {isTooMany ? `${TEXTS.tooMany} ${MANY_ROWS_MAX}` : `${TEXTS.chosen}: ${count}`}
      </output>
      <ActionBar
        resource={resource}
        target={{ on: 'many', ids: chosen, onDone: () => choose([]) }}
        actions={isTooMany ? [] : actions}
        part={TEXTS.chosen}
      />
      <Button variant="default" onClick={() => choose([])}>
        {TEXTS.unchoose}
      </Button>
    </div>
  );
}
