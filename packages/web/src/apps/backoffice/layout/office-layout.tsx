import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#ui/controls.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { TEXTS } from '../texts.ts';
import { OfficeHeader } from './office-header.tsx';
import { OfficeNav } from './office-nav.tsx';
import classes from './layout.module.css';

const MAIN = 'content';

export function OfficeLayout({ children }: { readonly children: ReactNode }) {
  const [openAt, setOpenAt] = useState<string>();
  const { pathname } = useLocation();
  // Following a link closes the narrow menu.
  const isOpen = openAt === pathname;
  const close = () => setOpenAt(undefined);
  useFocusOnPage(pathname);
  useEscape(isOpen, close);
  return (
    <div className={classes['office']}>
      <a className={classes['skip']} href={`#${MAIN}`}>
        {TEXTS.skip}
      </a>
      <OfficeHeader isMenuOpen={isOpen} onMenu={() => setOpenAt(isOpen ? undefined : pathname)} />
      <div className={classes['body']}>
        {isOpen && (
          <button
            type="button"
            className={classes['shade']}
            aria-label={TEXTS.close}
            onClick={close}
          />
        )}
        <OfficeNav isOpen={isOpen} onLeave={close} />
        <main id={MAIN} tabIndex={-1} className={classes['main']}>
          <ErrorBoundary
            resetKey={pathname}
            fallback={(retry) => (
              <Button variant="default" onClick={retry}>
                {`${TEXTS.broken} · ${TEXTS.retry}`}
              </Button>
            )}
          >
            {children}
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** Escape closes the open menu wherever the focus is. */
function useEscape(isOpen: boolean, close: () => void): void {
  const closeMenu = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') closeMenu();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen]);
}

/**
 * Moves the focus to the content when another page opens, unless it is somewhere that stays: Tab then
 * leads into the page and not through the menu again.
 */
function useFocusOnPage(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const active = document.activeElement;
    if (active !== null && active !== document.body && active.closest('nav') === null) return;
    window.scrollTo({ top: 0 });
    document.getElementById(MAIN)?.focus({ preventScroll: true });
  }, [pathname]);
}
