import type { PaymentStep } from '@halyard/contract/providers';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './deposit.module.css';

const CLICK_AFTER_MS = 2_000;

/** Announces the redirect, and continues to the provider automatically or by the button. */
export function HandOver({ step }: { readonly step: PaymentStep }) {
  const { t } = useTranslation('deposit');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => button.current?.click(), CLICK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes['form']}>
      <Notice tone="neutral">{t('handOver')}</Notice>
      {step.type === 'form' ? (
        <form action={step.action} method="post">
          {Object.entries(step.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button ref={button} type="submit" size="lg" fullWidth>
            {t('continue')}
          </Button>
        </form>
      ) : (
        <Button
          ref={button}
          size="lg"
          fullWidth
          data-autofocus
          onClick={() => window.location.assign(step.url)}
        >
          {t('continue')}
        </Button>
      )}
    </div>
  );
}
