import { getAutoTradingConsent } from '@halyard/contract/auto-trading';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
import { Loaded } from '#ui/loaded.tsx';
import { Skeleton } from '#ui/loading.tsx';
import classes from './auto-trading.module.css';

type ConsentDialogProps = {
  readonly isSending: boolean;
  readonly onConsent: (version: string) => void;
  readonly onClose: () => void;
};

/** The text that the customer agrees to before the strategy acts, as the server has it. */
export function ConsentDialog({ isSending, onConsent, onClose }: ConsentDialogProps) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const query = useRouteQuery(getAutoTradingConsent, {});
  const consent = query.data;
  return (
    <Modal
      opened
      centered
      size="md"
      title={t('consentTitle')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('trading:dismiss') }}
      attributes={NO_BANNER}
    >
      <div className={classes['consent']}>
        <Loaded query={query} waiting={<Skeleton width="100%" height="126px" />}>
          {({ texts, version }) => (
            <>
              <blockquote className={classes['text']}>
                {texts[currentLanguage() === 'de' ? 'de' : 'en']}
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
    </Modal>
  );
}
