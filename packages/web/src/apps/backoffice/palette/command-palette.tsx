import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { findPages, findRecords, type Hit } from './palette-hits.ts';
import classes from './palette.module.css';

const TYPING_PAUSE_MS = 200;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const NONE: readonly Hit[] = [];

/** Finds customers, transactions, symbols and pages as the member types. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { roles } = useStaff();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useSettled(typed.trim());
  const { data = NONE } = useQuery({
    queryKey: ['palette', asked],
    enabled: asked !== '',
    queryFn: async () => await findRecords(asked, roles),
  });
  const hits = [...(typed.trim() === '' || asked === '' ? NONE : data), ...findPages(typed, roles)];
  const at = Math.min(chosen, hits.length - 1);
  const open = ({ path }: Hit): void => {
    onClose();
    void navigate(path);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(Math.max(0, Math.min(hits.length - 1, at + step)));
    }
    const hit = hits[at];
    if (event.key === 'Enter' && hit !== undefined) {
      event.preventDefault();
      open(hit);
    }
  };
  return (
    <ModalDialog title={TEXTS.palette} onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label={TEXTS.paletteHint}
        placeholder={TEXTS.paletteHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <ul className={classes['hits']}>
        {hits.map((hit, index) => (
          <li key={hit.path}>
            <Link
              className={classes['hit'] ?? ''}
              to={hit.path}
              aria-current={index === at}
              onClick={onClose}
            >
              <span className={classes['text']}>{hit.text}</span>
              <span className={classes['kind']}>{hit.kind}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className={classes['kind']}>{TEXTS.paletteNone}</p>}
    </ModalDialog>
  );
}

/** Returns the text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
