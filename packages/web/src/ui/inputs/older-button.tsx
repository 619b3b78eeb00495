import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../feedback/notice.tsx';
import classes from './older-button.module.css';

type OlderButtonProps = {
  readonly pages: {
    readonly hasOlder: boolean;
    readonly isLoading: boolean;
    readonly isFailed: boolean;
    loadOlder(): void;
  };
  readonly children: ReactNode;
};

/** The button below a list that loads older rows. */
export function OlderButton({ pages, children }: OlderButtonProps) {
  const { t } = useTranslation();
  if (!pages.hasOlder) return null;
  return (
    <div className={classes['older']}>
      {pages.isFailed && <Notice tone="down">{t('loadFailed')}</Notice>}
      <Button variant="default" size="sm" loading={pages.isLoading} onClick={pages.loadOlder}>
        {children}
      </Button>
    </div>
  );
}
