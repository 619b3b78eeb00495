// Previews the typed content; requested when typing pauses.
import type { Language } from '@halyard/contract/config';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readPreview, type PreviewAnswer, type Subject } from './content-calls.ts';
import type { Document } from './content-form.ts';

const TYPING_PAUSE_MS = 500;

type PreviewFields = { readonly data: Document; readonly language: Language };
type PreviewRequest = PreviewFields & {
  readonly subject: Subject;
  readonly first: PreviewAnswer;
  /** Whether all typed text produces a valid document. */
  readonly isReadable: boolean;
};
export type LivePreview = Omit<PreviewAnswer, 'shown'> & {
  /** The previewed document; undefined if it is unavailable. */
  readonly shown: PreviewAnswer['shown'] | undefined;
  readonly failure: string | undefined;
};

/** While the text is invalid or a request is pending, the previous preview stays. */
export function usePreview({
  subject,
  first,
  isReadable,
  ...request
}: PreviewRequest): LivePreview {
  const asked = useSettled(JSON.stringify(request), isReadable);
  const { data, error } = useQuery({
    queryKey: ['content-preview', subject.resource.shape.name, subject.id ?? '', asked],
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before: PreviewAnswer | undefined) => before ?? first,
    queryFn: async () => await readPreview(subject, JSON.parse(asked) as PreviewFields),
  });
  if (error !== null) {
    return { ...first, problems: [], notes: [], shown: undefined, failure: error.message };
  }
  return { ...(data ?? first), failure: undefined };
}

/** Returns the text once it has been stable for a while; the previous one while disabled. */
function useSettled(text: string, isFit: boolean): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (!isFit) return undefined;
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, isFit]);
  return settled;
}
