import { Button, Checkbox, FormControlLabel, Menu, MenuItem } from '@mui/material';
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { labelOf } from '../names.ts';
import { chooseColumns, readableColumns, useShownColumns } from './shown-columns.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

/** Which columns the list shows; this browser keeps the choice. */
export function ColumnChooser({ shape }: { readonly shape: ResourceShape }) {
  const { roles } = useStaff();
  const shown = useShownColumns(shape);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const all = readableColumns(shape, roles).filter((name) => name !== 'id');
  const toggle = (name: string): void => {
    const isShown = shown.includes(name);
    const next = all.filter((one) => (one === name ? !isShown : shown.includes(one)));
    chooseColumns(shape.name, next);
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {TEXTS.columns}
      </Button>
      <Menu
        anchorEl={anchor ?? null}
        open={anchor !== undefined}
        onClose={() => setAnchor(undefined)}
        slotProps={{ list: { dense: true, 'aria-label': TEXTS.columns } }}
      >
        {all.map((name) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => toggle(name)}
            sx={{ py: 0 }}
          >
            <FormControlLabel
              label={labelOf(name)}
              sx={{ pointerEvents: 'none' }}
              control={<Checkbox size="small" tabIndex={-1} checked={shown.includes(name)} inert />}
            />
          </MenuItem>
        ))}
        <MenuItem onClick={() => chooseColumns(shape.name, undefined)}>{TEXTS.reset}</MenuItem>
      </Menu>
    </>
  );
}
