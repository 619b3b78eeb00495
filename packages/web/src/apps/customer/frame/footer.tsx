import { useState } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';

const SiteFooter = lazyPart(
  async () => (await import('#features/site-footer/site-footer.tsx')).SiteFooter,
);
const CookieSettings = lazyPart(
  async () => (await import('#features/cookie-consent/cookie-consent.tsx')).CookieSettings,
);

/** The footer of every page; its code loads after the page. */
export function Footer() {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <SidePart>
        <SiteFooter onCookies={() => setIsChoosing(true)} />
      </SidePart>
      <SidePart>{isChoosing && <CookieSettings onClose={() => setIsChoosing(false)} />}</SidePart>
    </>
  );
}
