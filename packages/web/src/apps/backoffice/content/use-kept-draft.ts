import { useEffect, useRef, useState } from 'react';
import { showToast } from '#ui/feedback/toast.ts';
import { useStaff } from '../staff/staff-context.ts';
import type { Subject } from './content-calls.ts';
import { draftKey, findDraft, forgetDraft, keepDraft, type Draft } from './content-drafts.ts';
import type { FormTexts } from './content-form.ts';
import { CONTENT_TEXTS } from './content-texts.ts';

/** The pause in typing after which the draft is stored. */
const PAUSE_MS = 400;

export type KeptDraft = {
  /** What an earlier visit left unsaved; undefined once it was restored or discarded. */
  readonly left: Draft | undefined;
  /** Whether the browser keeps what is typed now. */
  readonly isKept: boolean;
  readonly settle: () => void;
  readonly forget: () => void;
};

type Typed = {
  readonly subject: Subject;
  readonly texts: FormTexts;
  readonly base: number;
  readonly isDirty: boolean;
};

/** Keeps what is typed in this browser until it is saved or discarded. */
export function useKeptDraft({ subject, texts, base, isDirty }: Typed): KeptDraft {
  useLeaveWarning(isDirty);
  const { id: staffId } = useStaff();
  const key = draftKey(staffId, subject.resource.shape.name, subject.id);
  const [left, setLeft] = useState(() => findDraft(window.localStorage, key, Date.now()));
  const [isKept, setIsKept] = useState(false);
  // What is typed and not stored yet; undefined once it is saved or discarded.
  const typed = useRef<FormTexts>(undefined);
  useEffect(() => {
    typed.current = isDirty ? texts : undefined;
    const keep = (): void => {
      if (typed.current === undefined) return;
      const draft = { key, texts: typed.current, base, atMs: Date.now() };
      setIsKept(keepDraft(window.localStorage, draft));
    };
    const timer = setTimeout(keep, PAUSE_MS);
    // The tab may be closed before the pause has ended.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, texts, base, isDirty]);
  const last = useRef({ key, base });
  useEffect(() => {
    last.current = { key, base };
  }, [key, base]);
  useEffect(
    // Another page of the back office was opened.
    () => () => {
      if (typed.current === undefined) return;
      const draft = { ...last.current, texts: typed.current, atMs: Date.now() };
      if (keepDraft(window.localStorage, draft)) showToast(CONTENT_TEXTS.draftKept);
    },
    [],
  );
  const forget = (): void => {
    typed.current = undefined;
    forgetDraft(window.localStorage, key, Date.now());
    setLeft(undefined);
    setIsKept(false);
  };
  return { left, isKept, settle: () => setLeft(undefined), forget };
}

/** Asks before the tab closes with unsaved changes. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
