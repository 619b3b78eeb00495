// Pages of the content store, by their slug.
import type { ContentPage as Page } from '@halyard/contract/content';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePage } from '#data/storage/content.ts';
import { ContentLayout, parseLayout } from '#features/content/content.tsx';
import { Button } from '#ui/controls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { WIDGETS } from './page-widgets.tsx';
import { PublicPage } from './public-page.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The route of any address that is not one of the app's own. */
export function ContentRoute() {
  const slug = useParams()['slug'] ?? '';
  return <ContentPage key={slug} slug={slug} />;
}

type ContentPageProps = {
  readonly slug: string;
  /** Content to show above the page. */
  readonly children?: ReactNode;
};

export function ContentPage({ slug, children }: ContentPageProps) {
  return (
    <PublishedPage slug={slug}>
      {(page) => (
        <PublicPage>
          {children}
          <PageBody page={page} />
        </PublicPage>
      )}
    </PublishedPage>
  );
}

type PublishedPageProps = {
  readonly slug: string;
  readonly children: (page: Page) => ReactNode;
};

/** The page, or why it is unavailable. */
export function PublishedPage({ slug, children }: PublishedPageProps) {
  const { t } = useTranslation();
  const { value: page, hasFailed, retry } = usePage(slug);
  if (page === null) return <Oops />;
  if (page !== undefined) return children(page);
  if (!hasFailed) return <Loading label={t('loading')} />;
  return (
    <EmptyState title={t('pageFailed')}>
      <Button variant="default" onClick={retry}>
        {t('tryAgain')}
      </Button>
    </EmptyState>
  );
}

function PageBody({ page }: { readonly page: Page }) {
  usePageTitle(page.title);
  const components = useMemo(() => parseLayout(page.components), [page.components]);
  return <ContentLayout components={components} widgets={WIDGETS} />;
}

function Oops() {
  const { t } = useTranslation();
  return <NotFound text={t('oops')} />;
}
