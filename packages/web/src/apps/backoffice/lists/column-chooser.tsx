import { Button, Checkbox } from '@mantine/core';
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import { labelOf } from '../names.ts';
import { chooseColumns, readableColumns, useShownColumns } from './shown-columns.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import classes from './lists.module.css';

/** Chooses the columns of the list; this browser stores the choice. */
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
  const shown = useShownColumns(shape);
  const all = readableColumns(shape, roles).filter((name) => name !== 'id');
  const toggle = (name: string): void => {
    const isShown = shown.includes(name);
    const next = all.filter((one) => (one === name ? !isShown : shown.includes(one)));
    chooseColumns(shape.name, next);
  };
  return (
    <>
      <div className={classes['columns']}>
        {all.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={labelOf(name)}
            checked={shown.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
      <Button size="xs" variant="default" onClick={() => chooseColumns(shape.name, undefined)}>
        {TEXTS.reset}
      </Button>
    </>
  );
}
