// The shortcut keys that work on every page of the back office: Ctrl+K, `?`, `a` and `n`.
import { Button } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SearchIcon } from '#ui/page-icons.tsx';
import { TEXTS } from '../texts.ts';
import { useKeys } from '../work-list/use-keys.ts';
import { nextWorkPath } from '../work-list/work-memory.ts';
import classes from './palette.module.css';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);
const KeySheet = lazyPart(async () => (await import('./key-sheet.tsx')).KeySheet);

const PALETTE_KEYS = `${TEXTS.ctrl} K`;
/** The first action of the page, which the `a` key focuses; Tab leads from there to the others. */
const FIRST_ACTION = '[data-actions] button';

/** The button of the palette; it also listens for the keys. */
export function OfficeKeys() {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useKeys(({ key }) => {
    if (key === '?') setShown('keys');
    if (key === 'a') document.querySelector<HTMLElement>(FIRST_ACTION)?.focus();
    const next = key === 'n' ? nextWorkPath(pathname) : undefined;
    if (next !== undefined) void navigate(next);
  });
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setShown((before) => (before === 'palette' ? undefined : 'palette'));
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  const close = () => setShown(undefined);
  return (
    <>
      <Button
        variant="default"
        aria-label={`${TEXTS.palette} ${PALETTE_KEYS}`}
        onClick={() => setShown('palette')}
      >
        <SearchIcon />
        <span className={classes['opener']}>{TEXTS.palette}</span>{' '}
        <kbd className={classes['key']}>{PALETTE_KEYS}</kbd>
      </Button>
      <Suspense>
        {shown === 'palette' && <CommandPalette onClose={close} />}
        {shown === 'keys' && <KeySheet onClose={close} />}
      </Suspense>
    </>
  );
}
