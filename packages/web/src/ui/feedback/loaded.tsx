import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';

/** What is read from the server, as far as its place on the screen must know. */
export type Reading<Data> = {
  /** Undefined until it is here; what a later reading fails to bring stays. */
  readonly data: Data | undefined;
  /** How often it could not be had. */
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  refetch(): unknown;
};

/** Whether there is neither an answer nor a failure yet. */
export function isAwaited({ data, errorUpdateCount }: Reading<unknown>): boolean {
  return data === undefined && errorUpdateCount === 0;
}

type LoadedProps<Data> = {
  readonly query: Reading<Data>;
  /** Stands there while it is awaited. */
  readonly waiting?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** Shows what was read; until it is here, that it is awaited, or that it can be asked for again. */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (isAwaited(query)) return waiting ?? <Loading label={t('loading')} />;
  return <LoadFailed isTrying={query.isFetching} onRetry={() => void query.refetch()} />;
}

type LoadFailedProps = { readonly isTrying: boolean; readonly onRetry: () => void };

/** Says that something could not be had, and stays until it can. */
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
