import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBoundary } from '#ui/error-boundary.tsx';

type RegionProps = {
  /** When it changes, a region that failed is given another chance. */
  readonly resetKey?: string;
  readonly children: ReactNode;
};

/** A part of a page that may fail alone. */
export function Region({ resetKey = '', children }: RegionProps) {
  const { t } = useTranslation();
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
      {children}
    </ErrorBoundary>
  );
}
