// Selecting rows of a list for a bulk action.
import { Button, Checkbox, Paper, TableCell, Typography } from '@mui/material';
import { MANY_ROWS_MAX, type Resource } from '@halyard/contract/backoffice/resource';
import { useListContext, type RaRecord } from 'react-admin';
import { ActionBar } from './action-bar.tsx';
import { TEXTS } from '../texts.ts';

type Id = RaRecord['id'];

export function ChooseAll({ rows }: { readonly rows: readonly RaRecord[] }) {
  const { selectedIds, onSelect } = useListContext();
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id));
  const isAll = ids.length > 0 && chosen.length === ids.length;
  const turn = (): void => {
    const others = (selectedIds as readonly Id[]).filter((id) => !ids.includes(id));
    onSelect(isAll ? [...others] : [...others, ...ids]);
  };
  return (
    <TableCell padding="checkbox">
      <Checkbox
        size="small"
        checked={isAll}
        disabled={ids.length === 0}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={turn}
        slotProps={{ input: { 'aria-label': TEXTS.chooseAll } }}
      />
    </TableCell>
  );
}

export function ChooseOne({ id }: { readonly id: Id }) {
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <TableCell padding="checkbox">
      <Checkbox
        size="small"
        checked={selectedIds.includes(id)}
        onChange={() => onToggleItem(id)}
        slotProps={{ input: { 'aria-label': `${TEXTS.choose} ${id}` } }}
      />
    </TableCell>
  );
}

type ChosenBarProps = { readonly resource: Resource; readonly actions: readonly string[] };

/** The number of selected rows, including other pages, and the bulk actions. */
export function ChosenBar({ resource, actions }: ChosenBarProps) {
  const { selectedIds, onUnselectItems } = useListContext();
  const count = selectedIds.length;
  if (count === 0) return undefined;
  const isTooMany = count > MANY_ROWS_MAX;
  return (
    <Paper
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1, pl: 2, mb: 1.5 }}
    >
      <Typography component="output" variant="body2">
        {isTooMany ? `${TEXTS.tooMany} ${MANY_ROWS_MAX}` : `${TEXTS.chosen}: ${count}`}
      </Typography>
      <ActionBar
        resource={resource}
        target={{ on: 'many', ids: selectedIds as readonly Id[], onDone: () => onUnselectItems() }}
        actions={isTooMany ? [] : actions}
        part={TEXTS.chosen}
      />
      <Button onClick={() => onUnselectItems()}>{TEXTS.unchoose}</Button>
    </Paper>
  );
}
