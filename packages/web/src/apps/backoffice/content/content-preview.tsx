import { Alert, Box, Paper, Stack, Typography } from '@mui/material';
import { Suspense, useState } from 'react';
import { startTranslation } from '#i18n/i18n.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { ChoiceInput } from '../actions/choice-input.tsx';
import type { PreviewAnswer } from './content-calls.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { TEXTS } from '../texts.ts';

const WIDTHS = { desk: 1200, phone: 390 } as const;
/** Dialog width, for a pop-up. */
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
  /** Whether the preview is older than the typed text. */
  readonly isStale?: boolean;
  /** Whether the content is a few lines, which look the same at every width. */
  readonly isShort?: boolean;
};

export function ContentPreview(props: ContentPreviewProps) {
  const { name, language, preview, isStale = false, isShort = false } = props;
  const { shown, notes, failure } = preview;
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desk');
  const title = typeof shown?.['title'] === 'string' ? shown['title'] : '';
  return (
    <Paper
      component="section"
      aria-label={CONTENT_TEXTS.preview}
      sx={{ overflow: 'hidden', ...(isShort ? { maxWidth: SHORT_WIDTH_PX } : {}) }}
    >
      <Stack
        direction="row"
        sx={{ p: 1.5, gap: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
      >
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h2" noWrap>
            {title === '' ? CONTENT_TEXTS.preview : title}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            {isStale ? CONTENT_TEXTS.stale : CONTENT_TEXTS.previewing}
          </Typography>
        </Box>
        {!isShort && (
          <Box sx={{ width: 110, flexShrink: 0 }}>
            <ChoiceInput
              label={CONTENT_TEXTS.width}
              value={width}
              choices={[
                ['desk', CONTENT_TEXTS.desk],
                ['phone', CONTENT_TEXTS.phone],
              ]}
              isRequired
              onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desk')}
            />
          </Box>
        )}
      </Stack>
      <Notes notes={notes} />
      {(shown === null || failure !== undefined) && (
        <Alert severity="error" sx={{ m: 1.5 }}>
          {failure ?? CONTENT_TEXTS.noPreview}
        </Alert>
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
    </Paper>
  );
}

/** What sanitising removes for visitors. */
function Notes({ notes }: { readonly notes: PreviewAnswer['notes'] }) {
  if (notes.length === 0) return undefined;
  return (
    <Alert severity="warning" sx={{ m: 1.5 }}>
      {CONTENT_TEXTS.notes}
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {notes.slice(0, NOTES_SHOWN_MAX).map(({ field, text }) => (
          <li key={field}>
            <code>{field}</code> {text}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
