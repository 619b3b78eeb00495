import { useTranslation } from 'react-i18next';
import { ApiKeys } from '#features/api-keys/api-keys.ts';
import { Passkeys, SecondFactor, Sessions } from '#features/security/security.ts';
import { Webhooks } from '#features/webhooks/webhooks.ts';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** Second factor, passkeys, sessions, API keys and webhooks. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  usePageTitle(t('heading'));
  return (
    <>
      <Region texts="security">
        <SecondFactor />
      </Region>
      <Region texts="security">
        <Passkeys />
      </Region>
      <Region texts="security">
        <Sessions />
      </Region>
      <Region texts="api-keys">
        <ApiKeys />
      </Region>
      <Region texts="webhooks">
        <Webhooks />
      </Region>
    </>
  );
}
