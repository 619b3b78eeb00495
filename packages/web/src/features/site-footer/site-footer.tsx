// The footer of every page: payment methods, links, and the operator.
import { useConfig } from '#data/http/config.ts';
import { useSingleton } from '#data/storage/content.ts';
import { FooterBody } from './footer-body.tsx';

export { FooterBody } from './footer-body.tsx';

type SiteFooterProps = { readonly onCookies: () => void };

export function SiteFooter({ onCookies }: SiteFooterProps) {
  const config = useConfig();
  return (
    <FooterBody
      methods={config?.payment_methods ?? []}
      isPlatformOnly={config?.platformOnly !== false}
      hasCalendar={config?.economics === true}
      footer={useSingleton('footer').value ?? undefined}
      settings={useSingleton('settings').value ?? undefined}
      onCookies={onCookies}
    />
  );
}
