import type { ResourceNamespaceMap } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, textLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import classes from './region.module.css';

type RegionProps = {
  /** A change resets a region that failed. */
  readonly resetKey?: string;
  /** The namespace of its texts; if the language lacks it, the region is marked as English. */
  readonly texts?: keyof ResourceNamespaceMap;
  readonly children: ReactNode;
};

/** A part of a page whose failure does not affect the rest. */
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
