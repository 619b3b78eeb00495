// The home page: content from the store, followed by the cross rates.
import type { ContentPage as Page } from '@halyard/contract/content';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#data/storage/content.ts';
import { ContentLayout, hasComponent, parseLayout } from '#features/content/content.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { WIDGETS } from './page-widgets.tsx';
import { PublicPage } from './public-page.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

const SLUG = 'index';
const RATES = 'crossrates';

export function HomePage() {
  const { t } = useTranslation();
  const { value, hasFailed } = usePage(SLUG);
  if (value === undefined && !hasFailed) return <Loading label={t('loading')} />;
  return <Home page={value ?? undefined} />;
}

function Home({ page }: { readonly page: Page | undefined }) {
  const { t } = useTranslation();
  usePageTitle(page?.title ?? t('home'));
  const components = useMemo(() => {
    const written = parseLayout(page?.components);
    if (hasComponent(written, RATES)) return written;
    return [...written, ...parseLayout([{ component: RATES }])];
  }, [page]);
  return (
    <PublicPage>
      <ContentLayout components={components} widgets={WIDGETS} />
    </PublicPage>
  );
}
