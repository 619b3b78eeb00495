import { useEffect, useState } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';

const SiteFooter = lazyPart(
  async () => (await import('#features/site-footer/site-footer.tsx')).SiteFooter,
);
const CookieSettings = lazyPart(
  async () => (await import('#features/cookie-consent/cookie-consent.tsx')).CookieSettings,
);

/** How long the footer waits, so that a page's own content loads first. */
const REST_MS = 1_000;

/** The footer of every page; its code loads after the page. */
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

/** Returns true a while after the page has loaded. */
function useRest(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isResting;
}
