import { useEffect, useState } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';
import { SwipeIcon } from '#ui/page-icons.tsx';
import classes from './transactions.module.css';

const SHOWN_FOR_MS = 2_000;
const SEEN = 'true';

/** A hint that the table scrolls sideways, shown once per browser. */
export function SwipeHint() {
  const [isShown, setIsShown] = useState(() => browserStore.read(KEYS.swipeHint) !== SEEN);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => {
      browserStore.write(KEYS.swipeHint, SEEN);
      setIsShown(false);
    }, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <span className={classes['swipe']} data-swipe-hint aria-hidden>
      <SwipeIcon size={28} />
    </span>
  );
}
