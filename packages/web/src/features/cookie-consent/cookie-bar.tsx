import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig } from '#data/http/config.ts';
import { consent, useConsent } from '#data/storage/consent.ts';
import { contentPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import classes from './cookie-consent.module.css';

/**
 * Asks visitors for cookie consent if they have not chosen yet and there is something to choose. An
 * answer is optional.
 */
export function CookieBar() {
  const { t } = useTranslation('content');
  const config = useConfig();
  const hasOutside = config?.tradingView === 'iframe' || config?.map?.tiles !== undefined;
  const hasChosen = useConsent() !== undefined;
  if (!hasOutside || hasChosen) return null;
  return (
    <section className={classes['bar']} aria-label={t('cookies')}>
      <p className={classes['text']}>
        {t('cookieText')} <Link to={contentPath('cookies-policy')}>{t('cookieMore')}</Link>
      </p>
      <div className={classes['choices']}>
        <Button variant="default" onClick={() => consent.set('necessary')}>
          {t('cookieNecessary')}
        </Button>
        <Button variant="default" onClick={() => consent.set('all')}>
          {t('cookieAll')}
        </Button>
      </div>
    </section>
  );
}
