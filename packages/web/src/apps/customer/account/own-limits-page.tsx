import { useTranslation } from 'react-i18next';
import { Exclusion, OwnLimits } from '#features/client-limits/client-limits.ts';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The customer's own limits. */
export function OwnLimitsPage() {
  const { t } = useTranslation('safeguards');
  usePageTitle(t('heading'));
  return (
    <>
      <Region texts="safeguards">
        <OwnLimits />
      </Region>
      <Region texts="safeguards">
        <Exclusion />
      </Region>
    </>
  );
}
