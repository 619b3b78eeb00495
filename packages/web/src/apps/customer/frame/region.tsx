import { Button } from '@mantine/core';
import type { ResourceNamespaceMap } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, textLanguage } from '#i18n/i18n.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import classes from './region.module.css';

type RegionProps = {
  /** When it changes, a region that failed is given another chance. */
  readonly resetKey?: string;
  /** What its texts are from, where Italian and Spanish may have none: then it is marked English. */
  readonly texts?: keyof ResourceNamespaceMap;
  readonly children: ReactNode;
};

/** A part of a page that may fail alone. */
export function Region({ resetKey = '', texts = 'shell', children }: RegionProps) {
  const { t } = useTranslation();
  const language = textLanguage(texts);
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(retry) => (
        <EmptyState title={t('regionFailed')}>
          <p>{t('regionFailedText')}</p>
          <Button variant="default" mt="sm" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </EmptyState>
      )}
    >
      {language === currentLanguage() ? (
        children
      ) : (
        <div lang={language} className={classes['texts']}>
          {children}
        </div>
      )}
    </ErrorBoundary>
  );
}
