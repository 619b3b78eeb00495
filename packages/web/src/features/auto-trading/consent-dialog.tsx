import { getAutoTradingConsent } from '@halyard/contract/auto-trading';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/http/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import classes from './auto-trading.module.css';

type ConsentDialogProps = {
  readonly isSending: boolean;
  readonly onConsent: (version: string) => void;
  readonly onClose: () => void;
};

/** How the text refers to the description, in the languages of the text. */
const DESCRIPTION_TITLES = { en: 'Automatic trading', de: 'Automatischer Handel' } as const;

/** The consent text from the server. */
export function ConsentDialog({ isSending, onConsent, onClose }: ConsentDialogProps) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const query = useRouteQuery(getAutoTradingConsent, {});
  const consent = query.data;
  const titleId = useId();
  const language = currentLanguage() === 'de' ? 'de' : 'en';
  return (
    <ModalDialog
      size="md"
      title={t('consentTitle')}
      onClose={onClose}
      closeLabel={t('trading:dismiss')}
    >
      <div className={classes['consent']}>
        <Loaded query={query} waiting={<Skeleton width="100%" height="126px" />}>
          {({ texts, descriptions, version }) => (
            <>
              <section className={classes['description']} lang={language} aria-labelledby={titleId}>
                <h3 id={titleId} className={classes['title']}>
                  {DESCRIPTION_TITLES[language]}
                </h3>
                {descriptions[language].map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
              <blockquote className={classes['text']} lang={language}>
                {texts[language]}
              </blockquote>
              <p className="muted">{t('consentVersion', { version })}</p>
            </>
          )}
        </Loaded>
        <div className={classes['choices']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={consent === undefined}
            loading={isSending}
            onClick={() => consent !== undefined && onConsent(consent.version)}
          >
            {t('consentButton')}
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
