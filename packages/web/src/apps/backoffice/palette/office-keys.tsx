// The shortcut keys that work on every page of the back office: Ctrl+K, `?`, `n`, `g` and a letter,
// and those of `page-keys.ts`.
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SearchIcon } from '#ui/page-icons.tsx';
import { undoLast } from '../actions/undo-memory.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { isShortcut, useKeys } from '../work-list/use-keys.ts';
import { nextWorkPath } from '../work-list/work-memory.ts';
import { pressPageKey, SECTION_KEY, sectionPath } from './page-keys.ts';
import classes from './palette.module.css';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);
const KeySheet = lazyPart(async () => (await import('./key-sheet.tsx')).KeySheet);

const PALETTE_KEYS = `${TEXTS.ctrl} K`;
/** How long after 'g' a letter still opens its section. */
const SECTION_KEY_WITHIN_MS = 1_500;

/** The button of the palette; it also listens for the keys. */
export function OfficeKeys() {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useSectionKeys();
  useKeys((event) => {
    const { key } = event;
    if (key === '?') setShown('keys');
    if (key === 'z') undoLast();
    const next = key === 'n' ? nextWorkPath(pathname) : undefined;
    if (next !== undefined) void navigate(next);
    // The key must not also be typed into what it focuses.
    if (pressPageKey(key)) event.preventDefault();
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

/** Opens a section by 'g' and its letter, which then is no key of the page. */
function useSectionKeys(): void {
  const { roles } = useStaff();
  const navigate = useNavigate();
  const askedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const listen = useEffectEvent((event: KeyboardEvent): void => {
    if (!isShortcut(event)) return;
    const isAsked = event.timeStamp - askedAtMs.current < SECTION_KEY_WITHIN_MS;
    askedAtMs.current = event.key === SECTION_KEY ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!isAsked) return;
    event.preventDefault();
    const path = sectionPath(event.key, roles);
    if (path !== undefined) void navigate(path);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => listen(event);
    // Before the keys of the page.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
