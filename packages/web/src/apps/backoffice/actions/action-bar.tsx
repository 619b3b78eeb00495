import type { Resource } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { Button } from '#ui/controls.ts';
import { actionText, isDangerous } from '../names.ts';
import parts from '../parts/parts.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ActionKey } from './action-key.tsx';
import { actionsFor, type ActionTarget } from './action-target.ts';
import { useAskedAction } from './use-asked-action.ts';

type ActionBarProps = {
  readonly resource: Resource;
  readonly target: ActionTarget;
  /** The actions that the caller's roles permit. */
  readonly actions: readonly string[];
  readonly isSmall?: boolean;
  /**
   * The section of the page. It becomes part of the toolbar's name, because a page can have several
   * toolbars.
   */
  readonly part?: string;
};

/** Shows a button for each action, which opens the action's dialog. */
export function ActionBar({ resource, target, actions, isSmall = false, part }: ActionBarProps) {
  const { roles } = useStaff();
  const [open, setOpen] = useState<string>();
  const asked = useAskedAction();
  const [answered, setAnswered] = useState<string>();
  const offered =
    target.on === 'one'
      ? actionsFor(resource, target.row, { permitted: actions, held: roles })
      : actions;
  if (asked !== undefined && asked.asked !== answered) {
    setAnswered(asked.asked);
    if (target.on === 'one' && !isSmall && offered.includes(asked.action)) setOpen(asked.action);
  }
  if (offered.length === 0 && open === undefined) return undefined;
  const isPrimary = (name: string): boolean =>
    !isSmall && resource.shape.actions[name]?.isPrimary === true;
  const label = part === undefined ? TEXTS.actions : `${part}: ${TEXTS.actions}`;
  const buttons = offered.map((name) => (
    <Button
      key={name}
      variant={isPrimary(name) ? 'filled' : 'default'}
      size={isSmall ? 'xs' : 'sm'}
      className={isDangerous(name) ? (parts['danger'] ?? '') : ''}
      onClick={() => setOpen(name)}
    >
      {actionText(resource, name)}
      {!isSmall && <ActionKey />}
    </Button>
  ));
  return (
    <>
      {isSmall ? (
        <div className={parts['tight']}>{buttons}</div>
      ) : (
        <section className={parts['row']} aria-label={label}>
          {buttons}
        </section>
      )}
      {open !== undefined && (
        <ActionDialog
          resource={resource}
          name={open}
          target={target}
          {...(asked?.action === open ? { startReason: asked.reason } : {})}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
