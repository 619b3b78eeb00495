import { Link, useNavigate } from 'react-router';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import type { ContentRow, PreviewAnswer, Subject } from './content-calls.ts';
import { ContentFields } from './content-fields.tsx';
import { ContentPreview } from './content-preview.tsx';
import { ContentState } from './content-state.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { ContentVersions } from './content-versions.tsx';
import { LeftDraft } from './left-draft.tsx';
import { listPath, pagePath } from '../names.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { TextInput } from '../actions/text-input.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import classes from './content.module.css';
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
  const save = async (): Promise<void> => {
    const saved = await form.save();
    if (saved === undefined) return;
    showToast(`${CONTENT_TEXTS.saved} ${saved.version}`);
    if (saved.id !== undefined) void navigate(pagePath(name, saved.id));
    else onChanged();
  };
  return (
    <div className={parts['stack']}>
      <div>
        <PageHeading title={headingOf(subject, row)}>
          <Button variant="default" component={Link} to={listPath(name)}>
            {TEXTS.toList}
          </Button>
        </PageHeading>
        {row !== undefined && (
          <ContentState subject={subject} row={row} isDirty={form.isDirty} onChanged={onChanged} />
        )}
      </div>
      <div className={classes['columns']}>
        <FormPanel
          form={form}
          saveText={row === undefined ? CONTENT_TEXTS.add : CONTENT_TEXTS.saveDraft}
          onSave={() => void save()}
          onReload={onReload}
        />
        <div className={classes['beside']}>
          <ContentPreview
            name={name === 'pages' ? name : (subject.id ?? '')}
            language={form.language}
            preview={preview}
            isStale={!form.isReadable}
          />
        </div>
      </div>
      {row !== undefined && (
        <ContentVersions
          subject={subject}
          row={row}
          base={form.base}
          isDirty={form.isDirty}
          onRestored={onReload}
        />
      )}
    </div>
  );
}

type FormPanelProps = {
  readonly form: ContentForm;
  readonly saveText: string;
  readonly onSave: () => void;
  readonly onReload: () => void;
};

function FormPanel({ form, saveText, onSave, onReload }: FormPanelProps) {
  const { submission, problems, isOvertaken } = form;
  return (
    <section aria-label={CONTENT_TEXTS.form}>
      <Card>
        <form
          className={parts['fields']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSave();
          }}
        >
          <LeftDraft draft={form.draft} base={form.base} onRestore={form.restore} />
          <ContentFields form={form} />
          {problems[''] !== undefined && (
            <Notice tone="down">{`${CONTENT_TEXTS.whole}: ${problems['']}`}</Notice>
          )}
          {(submission.failure !== undefined || isOvertaken) && (
            <Notice tone="down">
              <span className={parts['row']}>
                {submission.failure ?? CONTENT_TEXTS.changed}
                {isOvertaken && (
                  <Button size="xs" variant="default" onClick={onReload}>
                    {CONTENT_TEXTS.reload}
                  </Button>
                )}
              </span>
            </Notice>
          )}
          <TextInput
            label={TEXTS.reason}
            hint={TEXTS.reasonHint}
            value={form.reason}
            error={submission.errors['reason']}
            isRequired
            onChange={form.setReason}
          />
          <div className={parts['row']}>
            <Button type="submit" disabled={submission.isSending}>
              {saveText}
            </Button>
            {form.isDirty && (
              <span>{form.draft.isKept ? CONTENT_TEXTS.dirtyKept : CONTENT_TEXTS.dirty}</span>
            )}
          </div>
        </form>
      </Card>
    </section>
  );
}

function headingOf({ resource: { shape }, id }: Subject, row: ContentRow | undefined): string {
  if (row === undefined) return CONTENT_TEXTS.newPage;
  if (shape.name !== 'pages') return `${CONTENT_TEXTS.singleton}: ${id ?? ''}`;
  const { title } = row.data;
  const named = typeof title === 'string' && title !== '' ? title : CONTENT_TEXTS.untitled;
  return `${CONTENT_TEXTS.page}: ${named}`;
}
