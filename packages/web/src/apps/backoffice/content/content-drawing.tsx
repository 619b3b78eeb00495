// Renders a document in the preview frame with the visitors' own components. Interactive widgets
// that would call the server are placeholders here.
import { ContentPage, FooterContent, SiteContent } from '@halyard/contract/content';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ContentLayout, parseLayout, readText, type Widgets } from '#features/content/content.tsx';
import { FooterBody } from '#features/site-footer/site-footer.tsx';
import pageStyles from '#ui/theme/page.css?inline';
import { SafeHtml } from '#ui/safe-html.tsx';
import { Providers } from '#ui/theme/providers.tsx';
import publicPage from '#apps/frame/public-page.module.css';
import { toJson, type Document } from './content-form.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { currentScheme } from '../layout/scheme.ts';

const { places } = CONTENT_TEXTS;
const WIDGETS: Widgets = {
  crossrates: () => <Place name={places.crossrates} />,
  calendar: () => <Place name={places.calendar} />,
  markets: () => <Place name={places.markets} />,
  actions: () => <Place name={places.actions} />,
  form: ({ settings }) => <Place name={`${places.form}: ${readText(settings, 'form')}`} />,
  map: () => <Place name={places.map} />,
};

type ContentDrawingProps = {
  /** The name of the content: a page, or the singleton with this name. */
  readonly name: string;
  /** The document as readers get it. */
  readonly shown: Document;
};

export function ContentDrawing({ name, shown }: ContentDrawingProps) {
  return (
    <Dressed>
      <Drawn name={name} shown={shown} />
    </Dressed>
  );
}

function Drawn({ name, shown }: ContentDrawingProps) {
  switch (name) {
    case 'pages':
      return <PageBody shown={shown} />;
    case 'popups':
      return <Popup shown={shown} />;
    case 'footer':
      return <Footer footer={FooterContent.parse(shown)} settings={undefined} />;
    case 'settings':
      return <Footer footer={undefined} settings={SiteContent.parse(shown)} />;
    default:
      return (
        <div className={publicPage['page']}>
          <p>{CONTENT_TEXTS.noDrawing}</p>
          <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{toJson(shown)}</pre>
        </div>
      );
  }
}

function PageBody({ shown }: { readonly shown: Document }) {
  const components = useMemo(() => {
    // A page without an address has none in the preview either.
    const page = ContentPage.parse({ title_slug: '', ...shown });
    return parseLayout(page.components);
  }, [shown]);
  return (
    <main className={publicPage['page']}>
      <ContentLayout components={components} widgets={WIDGETS} />
    </main>
  );
}

/** Renders a pop-up as editors see it before publication. */
function Popup({ shown }: { readonly shown: Document }) {
  return (
    <div style={{ maxWidth: 480, margin: '24px auto', padding: '0 16px' }}>
      <h2 style={{ marginBottom: 8 }}>{readText(shown, 'title')}</h2>
      <SafeHtml html={readText(shown, 'content')} />
    </div>
  );
}

type FooterProps = {
  readonly footer: FooterContent | undefined;
  readonly settings: SiteContent | undefined;
};

function Footer({ footer, settings }: FooterProps) {
  return (
    <FooterBody
      methods={[]}
      isPlatformOnly={false}
      hasCalendar={false}
      footer={footer}
      settings={settings}
      onCookies={() => undefined}
    />
  );
}

function Place({ name }: { readonly name: string }) {
  return (
    <div
      style={{
        padding: '40px 16px',
        border: '1px dashed var(--field-line)',
        borderRadius: 'var(--radius)',
        color: 'var(--muted)',
        textAlign: 'center',
      }}
    >
      {name}
    </div>
  );
}

/** Applies the site's theme only to the frame's document, not to the back office. */
function Dressed({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<FrameDocument>();
  useLayoutEffect(() => {
    const { ownerDocument } = place.current ?? {};
    if (ownerDocument === undefined) return;
    dress(ownerDocument);
    setTarget(ownerDocument);
  }, []);
  return (
    <div ref={place} onClickCapture={still} onAuxClickCapture={still} onSubmitCapture={still}>
      {target !== undefined && (
        <Providers colorScheme={currentScheme()} root={target.documentElement}>
          {children}
        </Providers>
      )}
    </div>
  );
}

type FrameDocument = globalThis.Document;

/** Includes the styles of the site's components and the global ones. */
function dress(target: FrameDocument): void {
  target.documentElement.dataset['mantineColorScheme'] = currentScheme();
  target.documentElement.dataset['marketColors'] = 'green-up';
  const own = target.createElement('style');
  own.textContent = pageStyles;
  const parts = document.head.querySelectorAll('link[rel=stylesheet], style[data-vite-dev-id]');
  target.head.replaceChildren(own, ...[...parts].map((part) => target.importNode(part, true)));
}

/** Makes the links of the preview inactive. */
function still(event: {
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
}): void {
  event.preventDefault();
  event.stopPropagation();
}
