import { Alert, Box, Button, Paper, Stack } from '@mui/material';
import { useNotify } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { ContentRow, PreviewAnswer, Subject } from './content-calls.ts';
import { ContentFields } from './content-fields.tsx';
import { ContentPreview } from './content-preview.tsx';
import { ContentState } from './content-state.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { ContentVersions } from './content-versions.tsx';
import { listPath, pagePath } from '../names.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { TextInput } from '../actions/text-input.tsx';
import { TEXTS } from '../texts.ts';
import { useContentForm, type ContentForm } from './use-content-form.ts';

type ContentEditorProps = {
  readonly subject: Subject;
  /** The stored record; undefined for a new page. */
  readonly row: ContentRow | undefined;
  readonly first: PreviewAnswer;
  /** Called after saving or publishing; the form keeps its state. */
  readonly onChanged: () => void;
  /** Called to reload the form. */
  readonly onReload: () => void;
};

export function ContentEditor({ subject, row, first, onChanged, onReload }: ContentEditorProps) {
  const form = useContentForm({ subject, row, first });
  const { preview } = form;
  const { name } = subject.resource.shape;
  const navigate = useNavigate();
  const notify = useNotify();
  const save = async (): Promise<void> => {
    const saved = await form.save();
    if (saved === undefined) return;
    notify(`${CONTENT_TEXTS.saved} ${saved.version}`, { type: 'success' });
    if (saved.id !== undefined) void navigate(pagePath(name, saved.id));
    else onChanged();
  };
  return (
    <Stack spacing={2}>
      <div>
        <PageHeading title={headingOf(subject, row)}>
          <Button component={RouterLink} to={listPath(name)}>
            {TEXTS.toList}
          </Button>
        </PageHeading>
        {row !== undefined && (
          <ContentState subject={subject} row={row} isDirty={form.isDirty} onChanged={onChanged} />
        )}
      </div>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <FormPanel
          form={form}
          saveText={row === undefined ? CONTENT_TEXTS.add : CONTENT_TEXTS.saveDraft}
          onSave={() => void save()}
          onReload={onReload}
        />
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 64 } }}>
          <ContentPreview
            name={name === 'pages' ? name : (subject.id ?? '')}
            language={form.language}
            preview={preview}
            isStale={!form.isReadable}
          />
        </Box>
      </Box>
      {row !== undefined && (
        <ContentVersions
          subject={subject}
          row={row}
          base={form.base}
          isDirty={form.isDirty}
          onRestored={onReload}
        />
      )}
    </Stack>
  );
}

type FormPanelProps = {
  readonly form: ContentForm;
  readonly saveText: string;
  readonly onSave: () => void;
  readonly onReload: () => void;
};

function FormPanel({ form, saveText, onSave, onReload }: FormPanelProps) {
  const { deed, faults, isOvertaken } = form;
  return (
    <Paper component="section" aria-label={CONTENT_TEXTS.form} sx={{ p: 2 }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Stack spacing={2}>
          <ContentFields form={form} />
          {faults[''] !== undefined && (
            <Alert severity="error">{`${CONTENT_TEXTS.whole}: ${faults['']}`}</Alert>
          )}
          {(deed.failure !== undefined || isOvertaken) && (
            <Alert
              severity="error"
              action={isOvertaken && <Button onClick={onReload}>{CONTENT_TEXTS.reload}</Button>}
            >
              {deed.failure ?? CONTENT_TEXTS.changed}
            </Alert>
          )}
          <TextInput
            label={TEXTS.reason}
            hint={TEXTS.reasonHint}
            value={form.reason}
            error={deed.errors['reason']}
            isRequired
            onChange={form.setReason}
          />
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
            <Button type="submit" variant="contained" disabled={deed.isSending}>
              {saveText}
            </Button>
            {form.isDirty && <span>{CONTENT_TEXTS.dirty}</span>}
          </Stack>
        </Stack>
      </form>
    </Paper>
  );
}

function headingOf({ resource: { shape }, id }: Subject, row: ContentRow | undefined): string {
  if (row === undefined) return CONTENT_TEXTS.newPage;
  if (shape.name !== 'pages') return `${CONTENT_TEXTS.singleton}: ${id ?? ''}`;
  const { title } = row.data;
  const named = typeof title === 'string' && title !== '' ? title : CONTENT_TEXTS.untitled;
  return `${CONTENT_TEXTS.page}: ${named}`;
}
