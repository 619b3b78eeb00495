import { useTranslation } from 'react-i18next';
import { Statements } from '#features/statements/statements.tsx';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** Account statements of a period. */
export function StatementsPage() {
  const { t } = useTranslation('statements');
  usePageTitle(t('heading'));
  return (
    <Region texts="statements">
      <Statements />
    </Region>
  );
}
