import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { startTranslation } from '#i18n/i18n.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ChoiceInput } from '../actions/choice-input.tsx';
import type { PreviewAnswer } from './content-calls.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { PreviewFrame } from './preview-frame.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import classes from './content.module.css';

const WIDTHS = { desk: 1200, phone: 390 } as const;
/** The width of the dialog in which customers see a pop-up. */
const SHORT_WIDTH_PX = 544;
const HEIGHT_PX = 640;
const SHORT_HEIGHT_PX = 220;
const NOTES_SHOWN_MAX = 8;

const ContentDrawing = lazyPart(async () => {
  const [{ ContentDrawing: part }] = await Promise.all([
    import('./content-drawing.tsx'),
    startTranslation(),
  ]);
  return part;
});

type ContentPreviewProps = {
  /** The name of the resource or singleton. */
  readonly name: string;
  readonly language: string;
  readonly preview: Pick<PreviewAnswer, 'notes'> & {
    /** The document to preview; undefined if there is none, null if it is too large. */
    readonly shown: PreviewAnswer['shown'] | undefined;
    readonly failure?: string | undefined;
  };
  /** Distinguishes this preview from others on the page. */
  readonly label?: string;
  /** Whether the preview is older than the typed text. */
  readonly isStale?: boolean;
  /**
   * Whether the content has only a few lines. They look the same at every width, so no width is
   * offered.
   */
  readonly isShort?: boolean;
};

export function ContentPreview(props: ContentPreviewProps) {
  const { name, language, preview, isStale = false, isShort = false } = props;
  const { shown, notes, failure } = preview;
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desk');
  const title = typeof shown?.['title'] === 'string' ? shown['title'] : '';
  return (
    <section
      aria-label={props.label ?? CONTENT_TEXTS.preview}
      className={clsx(classes['preview'], isShort && classes['short'])}
    >
      <div className={classes['previewHead']}>
        <div className={classes['previewTitle']}>
          <h2>{title === '' ? CONTENT_TEXTS.preview : title}</h2>
          <p className={parts['hint']}>
            {isStale ? CONTENT_TEXTS.stale : CONTENT_TEXTS.previewing}
          </p>
        </div>
        {!isShort && (
          <ChoiceInput
            label={CONTENT_TEXTS.width}
            value={width}
            choices={[
              ['desk', CONTENT_TEXTS.desk],
              ['phone', CONTENT_TEXTS.phone],
            ]}
            isRequired
            isBare
            onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desk')}
          />
        )}
      </div>
      <Notes notes={notes} />
      {(shown === null || failure !== undefined) && (
        <div className={classes['inset']}>
          <Notice tone="down">{failure ?? CONTENT_TEXTS.noPreview}</Notice>
        </div>
      )}
      {shown !== undefined && shown !== null && (
        <PreviewFrame
          title={CONTENT_TEXTS.previewOf}
          language={language}
          width={isShort ? SHORT_WIDTH_PX : WIDTHS[width]}
          height={isShort ? SHORT_HEIGHT_PX : HEIGHT_PX}
        >
          <ErrorBoundary resetKey={language} fallback={() => <p>{TEXTS.broken}</p>}>
            <Suspense>
              <ContentDrawing name={name} shown={shown} />
            </Suspense>
          </ErrorBoundary>
        </PreviewFrame>
      )}
    </section>
  );
}

/** What sanitising removes for visitors. */
function Notes({ notes }: { readonly notes: PreviewAnswer['notes'] }) {
  if (notes.length === 0) return undefined;
  return (
    <div className={classes['inset']}>
      <Notice tone="warn">
        {CONTENT_TEXTS.notes}
        <ul className={parts['list']}>
          {notes.slice(0, NOTES_SHOWN_MAX).map(({ field, text }) => (
            <li key={field}>
              <code>{field}</code> {text}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
