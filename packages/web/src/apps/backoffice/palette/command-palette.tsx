import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { TextInput } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { findActions, findPages, findRecords, type Hit } from './palette-hits.ts';
import classes from './palette.module.css';

const TYPING_PAUSE_MS = 200;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const NONE: readonly Hit[] = [];

/** Finds records, pages and actions as the member types. */
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
  const hits = [
    ...findActions(typed),
    ...(typed.trim() === '' || asked === '' ? NONE : data),
    ...findPages(typed, roles),
  ];
  const at = Math.min(chosen, hits.length - 1);
  const open = (hit: Hit): void => {
    onClose();
    if (hit.path === undefined) hit.button.click();
    else void navigate(hit.path, { state: hit.asked });
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
          <li key={hit.key}>
            <HitLink hit={hit} isChosen={index === at} onOpen={() => open(hit)} onClose={onClose} />
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className={classes['kind']}>{TEXTS.paletteNone}</p>}
    </ModalDialog>
  );
}

type HitLinkProps = {
  readonly hit: Hit;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
};

function HitLink({ hit, isChosen, onOpen, onClose }: HitLinkProps) {
  const inside = (
    <>
      <span className={classes['text']}>{hit.text}</span>
      <span className={classes['kind']}>{hit.kind}</span>
    </>
  );
  const className = classes['hit'] ?? '';
  if (hit.path === undefined) {
    return (
      <button type="button" className={className} aria-current={isChosen} onClick={onOpen}>
        {inside}
      </button>
    );
  }
  return (
    <Link
      className={className}
      to={hit.path}
      state={hit.asked}
      aria-current={isChosen}
      onClick={onClose}
    >
      {inside}
    </Link>
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
