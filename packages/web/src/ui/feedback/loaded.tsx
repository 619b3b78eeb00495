import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';

/** Data from the server, as far as its display needs to know. */
export type Reading<Data> = {
  /** The data; undefined until it arrives, and kept if a later reload fails. */
  readonly data: Data | undefined;
  /** The number of failures. */
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  refetch(): unknown;
};

/** Whether there is neither data nor a failure yet. */
export function isAwaited({ data, errorUpdateCount }: Reading<unknown>): boolean {
  return data === undefined && errorUpdateCount === 0;
}

type LoadedProps<Data> = {
  readonly query: Reading<Data>;
  /** What is shown while loading. */
  readonly waiting?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** Shows loaded data; until then a loading indicator, or a retry button. */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (isAwaited(query)) return waiting ?? <Loading label={t('loading')} />;
  return <LoadFailed isTrying={query.isFetching} onRetry={() => void query.refetch()} />;
}

type LoadFailedProps = { readonly isTrying: boolean; readonly onRetry: () => void };

/** Shows a failure until the data is loaded. */
export function LoadFailed({ isTrying, onRetry }: LoadFailedProps) {
  const { t, i18n } = useTranslation();
  return (
    <div role="alert" lang={i18n.language}>
      <EmptyState title={t('loadFailed')}>
        <Button variant="default" mt="sm" loading={isTrying} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}
