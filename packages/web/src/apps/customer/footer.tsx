import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const SiteFooter = lazyPart(
  async () => (await import('#features/site-footer/site-footer.tsx')).SiteFooter,
);
const CookieSettings = lazyPart(
  async () => (await import('#features/cookie-consent/cookie-consent.tsx')).CookieSettings,
);

/** For browsers that don't tell when they are idle. */
const IDLE_AFTER_MS = 300;

/** Below every page; its code waits until the page itself is there. */
export function Footer() {
  const isIdle = useIdle();
  const [isChoosing, setIsChoosing] = useState(false);
  if (!isIdle) return null;
  return (
    <Suspense>
      <SiteFooter onCookies={() => setIsChoosing(true)} />
      {isChoosing && <CookieSettings onClose={() => setIsChoosing(false)} />}
    </Suspense>
  );
}

/** True once the browser has nothing more urgent to do. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const note = () => setIsIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(note, IDLE_AFTER_MS);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(note);
    return () => window.cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
