import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './hosted-frame.module.css';
import { joinClasses } from './join-classes.ts';

/** A widget that has not shown a sign of life by then is taken for unreachable. */
const SILENT_AFTER_MS = 10_000;
/** It draws and links elsewhere, and that is all. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

type HostedFrameProps = {
  readonly src: string;
  readonly title: string;
  readonly height: number;
  /** Who makes it, as a link that must stay in sight. */
  readonly credit: { readonly text: string; readonly url: string };
  /** What is shown until it answers, and where it can't be reached. */
  readonly children: ReactNode;
};

/**
 * Somebody else's widget in a frame of theirs. An error page loads too, so only a message of the
 * widget itself proves that it is there.
 */
export function HostedFrame({ src, title, height, credit, children }: HostedFrameProps) {
  const { t } = useTranslation('content');
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'waiting' | 'proved' | 'silent'>('waiting');
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const timer = setTimeout(() => setState('silent'), SILENT_AFTER_MS);
    const { origin } = new URL(src);
    const hear = (event: MessageEvent) => {
      const isOurs = event.source === frame.current?.contentWindow;
      if (isOurs && event.origin === origin) setState('proved');
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
    };
  }, [src, state]);
  const isWaiting = state === 'waiting';
  return (
    <>
      <div className={classes['holder']}>
        {state !== 'proved' && children}
        {state !== 'silent' && (
          <iframe
            ref={frame}
            className={joinClasses(classes['frame'], isWaiting && classes['waiting'])}
            src={src}
            title={title}
            height={height}
            sandbox={SANDBOX}
            aria-hidden={isWaiting}
            tabIndex={isWaiting ? -1 : undefined}
          />
        )}
      </div>
      {state === 'silent' ? (
        <p className={classes['note']}>
          <span>{t('hostedSilent')}</span>
          <Button size="compact-sm" variant="default" onClick={() => setState('waiting')}>
            {t('hostedRetry')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setState('proved')}>
            {t('hostedAnyway')}
          </Button>
        </p>
      ) : (
        <p className={classes['note']}>
          <a href={credit.url} target="_blank" rel="noopener noreferrer">
            {credit.text}
          </a>
        </p>
      )}
    </>
  );
}
