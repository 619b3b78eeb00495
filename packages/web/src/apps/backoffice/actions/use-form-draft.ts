// Keeps what is typed into the form of an action with formatted text, which takes longest to write.
import type { Resource } from '@halyard/contract/backoffice/resource';
import { useMemo, useState } from 'react';
import type { Draft } from '../content/content-drafts.ts';
import { FORMATTED_INPUTS } from '../content/page-parts.ts';
import { useKeptDraft, type KeptDraft } from '../content/use-kept-draft.ts';
import type { FormValues } from './action-form.ts';

export type FormDraft = {
  readonly draft: KeptDraft;
  readonly restore: (left: Draft) => void;
};

type Form = {
  readonly resource: Resource;
  readonly name: string;
  readonly values: FormValues;
  readonly setValues: (change: (before: FormValues) => FormValues) => void;
};

export function useFormDraft({ resource, name, values, setValues }: Form): FormDraft {
  const { shape } = resource;
  const input = shape.actions[name]?.input ?? {};
  const isKept = Object.keys(input).some((field) =>
    Object.hasOwn(FORMATTED_INPUTS, `${shape.name}.${field}`),
  );
  const [start] = useState(values);
  const isDirty = isKept && JSON.stringify(values) !== JSON.stringify(start);
  const texts = useMemo(() => toTexts(values), [values]);
  const subject = { resource, id: name };
  const draft = useKeptDraft({ subject, texts, base: 0, isDirty });
  const restore = (left: Draft): void => {
    setValues((before) => ({ ...before, ...left.texts }));
    draft.settle();
  };
  return { draft, restore };
}

function toTexts(values: FormValues): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
