import { getAutoTradingConsent } from '@halyard/contract/auto-trading';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
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
  const consent = useRouteQuery(getAutoTradingConsent, {}).data;
  const text = consent?.texts[currentLanguage() === 'de' ? 'de' : 'en'];
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
        {text === undefined ? (
          <Skeleton width="100%" height="126px" />
        ) : (
          <blockquote className={classes['text']}>{text}</blockquote>
        )}
        {consent !== undefined && (
          <p className="muted">{t('consentVersion', { version: consent.version })}</p>
        )}
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
