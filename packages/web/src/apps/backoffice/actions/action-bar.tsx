import { Button, Stack } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { actionsFor, type ActionTarget } from './action-target.ts';
import { actionText, isDangerous } from '../names.ts';
import { TEXTS } from '../texts.ts';

type ActionBarProps = {
  readonly resource: Resource;
  readonly target: ActionTarget;
  /** The actions that the caller's roles permit. */
  readonly actions: readonly string[];
  readonly isSmall?: boolean;
  /** The section of the page; the toolbars of a page need different names. */
  readonly part?: string;
};

/** A button for each action; it opens the action's dialog. */
export function ActionBar({ resource, target, actions, isSmall = false, part }: ActionBarProps) {
  const [open, setOpen] = useState<string>();
  const offered = target.on === 'one' ? actionsFor(resource, target.row, actions) : actions;
  if (offered.length === 0 && open === undefined) return undefined;
  const label = part === undefined ? TEXTS.actions : `${part}: ${TEXTS.actions}`;
  return (
    <>
      <Stack
        direction="row"
        useFlexGap
        {...(isSmall ? {} : { component: 'section', 'aria-label': label })}
        sx={{ flexWrap: isSmall ? 'nowrap' : 'wrap', gap: isSmall ? 0.5 : 1 }}
      >
        {offered.map((name) => (
          <Button
            key={name}
            variant={isSmall ? 'text' : 'outlined'}
            color={isDangerous(name) ? 'error' : 'primary'}
            sx={isSmall ? { minWidth: 0, py: 0 } : {}}
            onClick={() => setOpen(name)}
          >
            {actionText(resource, name)}
          </Button>
        ))}
      </Stack>
      {open !== undefined && (
        <ActionDialog
          resource={resource}
          name={open}
          target={target}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
