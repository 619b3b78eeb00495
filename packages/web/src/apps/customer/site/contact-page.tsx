import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/http/config.ts';
import { useSingleton } from '#data/storage/content.ts';
import { Contact } from '#features/contact/contact.tsx';
import { OfficeMap } from '#features/office-map/office-map.tsx';
import { PublicPage } from './public-page.tsx';
import classes from '#apps/frame/public-page.module.css';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The contact form and the operator's location. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  usePageTitle(t('title'));
  const isPlatformOnly = useConfig()?.platformOnly === true;
  if (isPlatformOnly) return <Contact />;
  return (
    <PublicPage>
      <div className={classes['columns']}>
        <Contact />
        <Where />
      </div>
    </PublicPage>
  );
}

function Where() {
  const imprint = useSingleton('footer').value?.imprint ?? '';
  return (
    <div className={classes['aside']}>
      <OfficeMap settings={{}} address={imprint} />
    </div>
  );
}
