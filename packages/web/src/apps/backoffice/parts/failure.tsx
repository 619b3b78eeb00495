import { Button } from '@mantine/core';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TEXTS } from '../texts.ts';
import parts from './parts.module.css';

type FailureProps = { readonly text: string; readonly onRetry: () => void };

/** What could not be loaded, and the button to try again. */
export function Failure({ text, onRetry }: FailureProps) {
  return (
    <Notice tone="down">
      <span className={parts['row']}>
        {text}
        <Button size="xs" variant="default" onClick={onRetry}>
          {TEXTS.retry}
        </Button>
      </span>
    </Notice>
  );
}

type AwaitedProps = { readonly error: Error | null; readonly onRetry: () => void };

/** In the place of what is still loading or has failed to. */
export function Awaited({ error, onRetry }: AwaitedProps) {
  if (error === null) return <Loading label={TEXTS.loading} />;
  return <Failure text={error.message} onRetry={onRetry} />;
}
