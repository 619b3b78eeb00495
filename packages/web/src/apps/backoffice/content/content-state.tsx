import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#ui/controls.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { actOn, type ContentRow, type Subject } from './content-calls.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { withinText } from '../names.ts';
import { ReasonDialog } from '../actions/reason-dialog.tsx';
import { useDoneToast } from '../actions/use-undo.ts';
import parts from '../parts/parts.module.css';
import { useStaff } from '../staff/staff-context.ts';

const Reply = z.object({ changed: z.boolean() });
/** The content pages that have a fixed address instead of a slug. */
const APP_PATHS: Readonly<Record<string, string>> = { index: '/', contact: '/contact-us' };

const ACTIONS = {
  publish: {
    title: CONTENT_TEXTS.publish,
    text: CONTENT_TEXTS.publishing,
    done: CONTENT_TEXTS.published,
  },
  unpublish: {
    title: CONTENT_TEXTS.unpublish,
    text: CONTENT_TEXTS.unpublishing,
    done: CONTENT_TEXTS.unpublished,
  },
} as const;

type ContentStateProps = {
  readonly subject: Subject;
  readonly row: ContentRow;
  /** Whether the typed text differs from what would be published. */
  readonly isDirty: boolean;
  readonly onChanged: () => void;
};

/** The published version and the pending draft. */
export function ContentState({ subject, row, isDirty, onChanged }: ContentStateProps) {
  const { roles } = useStaff();
  const [open, setOpen] = useState<keyof typeof ACTIONS>();
  const announce = useDoneToast();
  const { version, online_version: onlineVersion, slug = '' } = row;
  const { actions } = subject.resource.shape;
  const may = (name: string): boolean => isAllowed(roles, actions[name]?.roles ?? []);
  const isWaiting = version > 0 && onlineVersion !== version;
  const action = open === undefined ? undefined : ACTIONS[open];
  const done = (answer: unknown, reason: string): void => {
    if (open === undefined || action === undefined || subject.id === undefined) return;
    setOpen(undefined);
    const reply = Reply.parse(answer);
    const { resource, id } = subject;
    const text = reply.changed ? action.done : CONTENT_TEXTS.unchanged;
    announce({ resource, name: open, id, before: row, reason, reply }, text, onChanged);
    onChanged();
  };
  return (
    <div className={parts['row']}>
      <StateChips row={row} />
      {isWaiting && may('publish') && (
        <Button disabled={isDirty} onClick={() => setOpen('publish')}>
          {CONTENT_TEXTS.publish}
        </Button>
      )}
      {onlineVersion !== null && may('unpublish') && (
        <Button
          variant="default"
          className={parts['danger'] ?? ''}
          onClick={() => setOpen('unpublish')}
        >
          {CONTENT_TEXTS.unpublish}
        </Button>
      )}
      {onlineVersion !== null && slug !== '' && (
        <a href={APP_PATHS[slug] ?? `/${slug}`} target="_blank" rel="noopener">
          {CONTENT_TEXTS.visit}
        </a>
      )}
      {isWaiting && isDirty && <span className={parts['hint']}>{CONTENT_TEXTS.saveFirst}</span>}
      {open !== undefined && action !== undefined && (
        <ReasonDialog
          title={action.title}
          text={action.text}
          send={async (reason) =>
            await actOn(subject, open, open === 'publish' ? { version, reason } : { reason })
          }
          onDone={done}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

function StateChips({
  row: { version, online_version: onlineVersion },
}: {
  readonly row: ContentRow;
}) {
  if (version === 0) return <Badge tone="neutral">{CONTENT_TEXTS.neverWritten}</Badge>;
  const isWaiting = onlineVersion !== version;
  return (
    <>
      <Badge tone={onlineVersion === null ? 'neutral' : 'up'}>
        {onlineVersion === null
          ? CONTENT_TEXTS.offline
          : `${CONTENT_TEXTS.online}: ${withinText(CONTENT_TEXTS.version)} ${onlineVersion}`}
      </Badge>
      {isWaiting && (
        <Badge tone="warn">
          {`${CONTENT_TEXTS.draft}: ${withinText(CONTENT_TEXTS.version)} ${version} ${CONTENT_TEXTS.waits}`}
        </Badge>
      )}
    </>
  );
}
