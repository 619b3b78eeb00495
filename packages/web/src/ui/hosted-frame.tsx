import { Button } from '@mantine/core';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './hosted-frame.module.css';

/** The time without a message after which a widget counts as unreachable. */
const SILENT_AFTER_MS = 10_000;
/** The sandbox of the frame: scripts and links that open elsewhere, nothing else. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

type HostedFrameProps = {
  readonly src: string;
  readonly title: string;
  readonly height: number;
  /** The provider's name as a link, which must stay visible. */
  readonly credit: { readonly text: string; readonly url: string };
  /** What is shown until the widget responds, or if it can't be reached. */
  readonly children: ReactNode;
};

/**
 * A third-party widget in a frame. An error page loads too, so only a message from the widget
 * itself proves that it works.
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
            className={clsx(classes['frame'], isWaiting && classes['waiting'])}
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
