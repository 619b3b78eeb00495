import { Button, Stack } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useState } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { isDangerous, labelOf } from './names.ts';
import { useStaff } from './staff-context.ts';
import { TEXTS } from './texts.ts';

type ActionBarProps = {
  readonly resource: Resource;
  /** Undefined for the actions on all. */
  readonly id: string | number | undefined;
  readonly row?: Readonly<Record<string, unknown>>;
};

const NOTHING = {};

/** The actions that the caller's roles may do. */
export function ActionBar({ resource, id, row = NOTHING }: ActionBarProps) {
  const { roles } = useStaff();
  const [open, setOpen] = useState<string>();
  const on = id === undefined ? 'all' : 'one';
  const actions = Object.entries(resource.shape.actions).filter(
    ([, action]) => action.on === on && isAllowed(roles, action.roles),
  );
  if (actions.length === 0) return undefined;
  return (
    <>
      <Stack
        direction="row"
        useFlexGap
        component="section"
        aria-label={TEXTS.actions}
        sx={{ flexWrap: 'wrap', gap: 1 }}
      >
        {actions.map(([name]) => (
          <Button
            key={name}
            variant="outlined"
            color={isDangerous(name) ? 'error' : 'primary'}
            onClick={() => setOpen(name)}
          >
            {labelOf(name)}
          </Button>
        ))}
      </Stack>
      {open !== undefined && (
        <ActionDialog
          resource={resource}
          name={open}
          id={id}
          row={row}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
