// What visitors would see of what is typed: asked for when the typing pauses.
import type { Language } from '@halyard/contract/config';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readPreview, type PreviewAnswer, type Subject } from './content-calls.ts';
import type { Document } from './content-form.ts';

const TYPING_PAUSE_MS = 500;

type Wish = { readonly data: Document; readonly language: Language };
type PreviewWish = Wish & {
  readonly subject: Subject;
  readonly first: PreviewAnswer;
  /** Whether all of what is typed makes the document. */
  readonly isReadable: boolean;
};
export type LivePreview = Omit<PreviewAnswer, 'shown'> & {
  /** Undefined where it could not be had. */
  readonly shown: PreviewAnswer['shown'] | undefined;
  readonly failure: string | undefined;
};

/** While something cannot be read, or is asked for, the one before stays. */
export function usePreview({ subject, first, isReadable, ...wish }: PreviewWish): LivePreview {
  const asked = useSettled(JSON.stringify(wish), isReadable);
  const { data, error } = useQuery({
    queryKey: ['content-preview', subject.resource.shape.name, subject.id ?? '', asked],
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before: PreviewAnswer | undefined) => before ?? first,
    queryFn: async () => await readPreview(subject, JSON.parse(asked) as Wish),
  });
  if (error !== null) {
    return { ...first, problems: [], notes: [], shown: undefined, failure: error.message };
  }
  return { ...(data ?? first), failure: undefined };
}

/** The text once it has stayed the same for a while; the one before while it is not to be taken. */
function useSettled(text: string, isFit: boolean): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (!isFit) return undefined;
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, isFit]);
  return settled;
}
