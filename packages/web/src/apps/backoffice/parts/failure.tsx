import { Button } from '#ui/controls.ts';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TEXTS } from '../texts.ts';
import parts from './parts.module.css';

type FailureProps = { readonly text: string; readonly onRetry: () => void };

/** The error of a failed load, with a button to retry. */
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

/** Takes the place of data that is loading or has failed to load. */
export function Awaited({ error, onRetry }: AwaitedProps) {
  if (error === null) return <Loading label={TEXTS.loading} />;
  return <Failure text={error.message} onRetry={onRetry} />;
}
