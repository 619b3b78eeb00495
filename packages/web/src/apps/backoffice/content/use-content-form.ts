// The state of a content form, and saving it.
import { Reason } from '@halyard/contract/backoffice/resource';
import type { Language } from '@halyard/contract/config';
import { parseInput } from '@halyard/contract/parse-input';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { actOn, type ContentRow, type PreviewAnswer, type Subject } from './content-calls.ts';
import {
  keysOf,
  OTHERS,
  toDocument,
  toTexts,
  type Problems,
  type FormKey,
  type FormTexts,
} from './content-form.ts';
import { useSubmission, type Submission } from '../actions/use-submission.ts';
import type { Draft } from './content-drafts.ts';
import { useKeptDraft, type KeptDraft } from './use-kept-draft.ts';
import { usePreview, type LivePreview } from './use-preview.ts';

const Form = z.object({ reason: Reason });
const Reply = z.object({ version: z.optional(z.int()), id: z.optional(z.string()) });
const FIRST_VERSION = 1;

export type ContentFormOptions = {
  readonly subject: Subject;
  /** The stored record; undefined for a new page. */
  readonly row: ContentRow | undefined;
  readonly first: PreviewAnswer;
};

export type Saved = { readonly version: number; readonly id: string | undefined };

export type ContentForm = {
  readonly keys: readonly FormKey[];
  readonly texts: FormTexts;
  /** Errors by field; those of the whole form under the empty name. */
  readonly problems: Problems;
  readonly language: Language;
  readonly reason: string;
  /** The version that the form is based on. */
  readonly base: number;
  readonly isDirty: boolean;
  readonly isReadable: boolean;
  /** Whether someone else has saved since. */
  readonly isOvertaken: boolean;
  readonly submission: Submission;
  readonly preview: LivePreview;
  readonly draft: KeptDraft;
  /** Puts what an earlier visit left unsaved into the form. */
  readonly restore: (left: Draft) => void;
  readonly setText: (key: string, text: string) => void;
  readonly setLanguage: (language: Language) => void;
  readonly setReason: (reason: string) => void;
  /**
   * Saves the document; undefined if saving failed, in which case the error is shown at its place.
   */
  readonly save: () => Promise<Saved | undefined>;
};

export function useContentForm({ subject, row, first }: ContentFormOptions): ContentForm {
  const keys = useMemo(() => keysOf(first.fields), [first.fields]);
  const [start, setStart] = useState<FormTexts>(() => toTexts(keys, row?.data ?? {}));
  const [texts, setTexts] = useState(start);
  const [base, setBase] = useState(row?.version ?? 0);
  const [language, setLanguage] = useState<Language>('en');
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { document: data, problems: unreadable } = useMemo(
    () => toDocument(keys, texts),
    [keys, texts],
  );
  const isReadable = Object.keys(unreadable).length === 0;
  const isDirty = JSON.stringify(texts) !== JSON.stringify(start);
  const preview = usePreview({ subject, first, isReadable, data, language });
  const submission = useSubmission([...keys.map(({ key }) => key), OTHERS, '', 'reason']);
  const draft = useKeptDraft({ subject, texts, base, isDirty });

  const save = async (): Promise<Saved | undefined> => {
    setHasTried(true);
    const parsed = parseInput(Form, { reason });
    if (!parsed.ok || !isReadable) {
      submission.fail(parsed.ok ? {} : parsed.errors);
      return undefined;
    }
    const body = { data, reason: parsed.value.reason };
    const answer = await submission.send(
      row === undefined
        ? actOn(subject, 'create', body)
        : actOn(subject, 'save', { ...body, version: base }),
    );
    if (answer === undefined) return undefined;
    const { id, version = FIRST_VERSION } = Reply.parse(answer);
    draft.forget();
    setStart(texts);
    setBase(version);
    setReason('');
    setHasTried(false);
    return { id, version };
  };

  return {
    keys,
    texts,
    problems: {
      // Untouched fields show errors only after an attempt to save.
      ...problemsOf(preview, (field) => hasTried || texts[field] !== start[field]),
      ...submission.errors,
      ...unreadable,
    },
    language,
    reason,
    base,
    isDirty,
    isReadable,
    isOvertaken: submission.rejection?.code === 'content-changed' || (row?.version ?? 0) > base,
    submission,
    preview,
    draft,
    restore: (left) => {
      setTexts((before) => ({ ...before, ...left.texts }));
      setBase(left.base);
      draft.settle();
    },
    setText: (key, text) => setTexts((before) => ({ ...before, [key]: text })),
    setLanguage,
    setReason,
    save,
  };
}

/** The problems of the whole document, and those of the fields that are shown. */
function problemsOf(
  { problems }: Pick<LivePreview, 'problems'>,
  isShown: (field: string) => boolean,
): Problems {
  const shown = problems.filter(({ field }) => field === '' || isShown(field));
  return Object.fromEntries(shown.map(({ field, text }) => [field, text]));
}
