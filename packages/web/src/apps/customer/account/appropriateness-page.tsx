import { useTranslation } from 'react-i18next';
import { Appropriateness } from '#features/appropriateness/appropriateness.tsx';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The appropriateness test before the first position. */
export function AppropriatenessPage() {
  const { t } = useTranslation('appropriateness');
  usePageTitle(t('title'));
  return (
    <Region texts="appropriateness">
      <Appropriateness />
    </Region>
  );
}
