import { useTranslation } from 'react-i18next';
import { session } from '#data/auth/session.ts';
import { CloseAccount, Export } from '#features/own-data/own-data.ts';
import { PATHS, platformPath, paymentPath, transactionsPath } from '#paths.ts';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The page on which the customer can remove each obstacle to the closure. */
const WAYS_OUT = {
  positions: platformPath(),
  payments: transactionsPath('deposits'),
  cash: paymentPath('withdraw'),
  credit: PATHS.contact,
  debt: PATHS.contact,
} as const;

/** Data export and account closure. */
export function YourDataPage() {
  const { t } = useTranslation('own-data');
  usePageTitle(t('heading'));
  return (
    <>
      <Region>
        <Export />
      </Region>
      <Region>
        <CloseAccount waysOut={WAYS_OUT} onClosed={() => session.end('closed')} />
      </Region>
    </>
  );
}
