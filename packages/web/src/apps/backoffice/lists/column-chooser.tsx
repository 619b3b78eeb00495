import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import parts from '../parts/parts.module.css';
import { labelOf } from '../names.ts';
import { LIST_TEXTS } from './list-texts.ts';
import { readableColumns, useShownColumns } from './shown-columns.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import classes from './lists.module.css';

/** Which columns the list shows, and which stay in place while it scrolls. */
export function ColumnChooser({ shape }: { readonly shape: ResourceShape }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dropdown label={TEXTS.columns} onToggle={setIsOpen}>
      {isOpen && <Columns shape={shape} />}
    </Dropdown>
  );
}

function Columns({ shape }: { readonly shape: ResourceShape }) {
  const { roles } = useStaff();
  const { shown, pinned, isReady, choose } = useShownColumns(shape);
  const all = readableColumns(shape, roles).filter((name) => name !== 'id');
  const toggled = (names: readonly string[], name: string): readonly string[] =>
    all.filter((one) => (one === name ? !names.includes(one) : names.includes(one)));
  return (
    <>
      <p className={parts['hint']}>{LIST_TEXTS.columnsHint}</p>
      <div className={classes['columns']}>
        {all.map((name) => (
          <div key={name} className={classes['column']}>
            <Checkbox
              size="xs"
              label={labelOf(name)}
              checked={shown.includes(name)}
              disabled={!isReady}
              onChange={() => choose({ shown: toggled(shown, name), pinned })}
            />
            <button
              type="button"
              className={classes['pin']}
              aria-label={`${LIST_TEXTS.pin} ${labelOf(name)}`}
              aria-pressed={pinned.includes(name)}
              disabled={!isReady || !shown.includes(name)}
              onClick={() => choose({ shown, pinned: toggled(pinned, name) })}
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden>
                <path d="M5 1.5h6l-1 5 2.5 2.5v1h-9V9L6 6.5zM8 10v4.5" />
              </svg>
            </button>
          </div>
        ))}
      </div>
      <Button size="xs" variant="default" disabled={!isReady} onClick={() => choose(undefined)}>
        {TEXTS.reset}
      </Button>
    </>
  );
}
