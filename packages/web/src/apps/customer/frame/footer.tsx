import { useEffect, useState } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';

const SiteFooter = lazyPart(
  async () => (await import('#features/site-footer/site-footer.tsx')).SiteFooter,
);
const CookieSettings = lazyPart(
  async () => (await import('#features/cookie-consent/cookie-consent.tsx')).CookieSettings,
);

/** What a page loads behind, such as its figures, comes first. */
const REST_MS = 1_000;

/** Below every page; its code waits until the page itself is there. */
export function Footer() {
  const isResting = useRest();
  const [isChoosing, setIsChoosing] = useState(false);
  if (!isResting) return null;
  return (
    <>
      <SidePart>
        <SiteFooter onCookies={() => setIsChoosing(true)} />
      </SidePart>
      <SidePart>{isChoosing && <CookieSettings onClose={() => setIsChoosing(false)} />}</SidePart>
    </>
  );
}

/** True a while after the page has come. */
function useRest(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isResting;
}
