import { useTranslation } from 'react-i18next';
import { NoticeList, NoticePreferences } from '#features/notices/notices.ts';
import { Region } from '../frame/region.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';

/** Notifications, and which of them are also mailed. */
export function NotificationsPage() {
  const { t } = useTranslation('notices');
  usePageTitle(t('heading'));
  return (
    <>
      <Region texts="notices">
        <NoticeList />
      </Region>
      <Region texts="notices">
        <NoticePreferences />
      </Region>
    </>
  );
}
