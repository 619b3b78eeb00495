import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { momentText } from '../lists/figure-texts.ts';
import parts from '../parts/parts.module.css';
import type { Draft } from './content-drafts.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import type { KeptDraft } from './use-kept-draft.ts';

type LeftDraftProps = {
  readonly draft: KeptDraft;
  /** The version that the form is based on. */
  readonly base: number;
  readonly onRestore: (left: Draft) => void;
};

/** Offers what an earlier visit of this browser left unsaved. */
export function LeftDraft({ draft: { left, forget }, base, onRestore }: LeftDraftProps) {
  if (left === undefined) return undefined;
  return (
    <Notice tone="warn">
      <span className={parts['row']}>
        {`${CONTENT_TEXTS.draftLeft} ${momentText(new Date(left.atMs))}.`}
        {left.base !== base && ` ${CONTENT_TEXTS.draftOlder}`}
        <Button size="xs" variant="default" onClick={() => onRestore(left)}>
          {CONTENT_TEXTS.restoreDraft}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={forget}>
          {CONTENT_TEXTS.discardDraft}
        </Button>
      </span>
    </Notice>
  );
}
