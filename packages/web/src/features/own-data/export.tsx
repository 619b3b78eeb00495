import {
  EXPORT_KEPT_DAYS,
  getExport,
  readExportPart,
  requestExport,
  type DataExport,
} from '@halyard/contract/own-data';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResult } from '#data/http/call.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { afterStepUp } from '#forms/step-up.tsx';
import { useAction, type ActionControl } from '#forms/use-action.ts';
import type { StepUpCredentials } from '#forms/required-step-up.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './own-data.module.css';
import { saveFile, toBlob } from '#data/storage/save-file.ts';

const POLL_MS = 2_000;
const KILOBYTE = 1_000;
const WHOLE_PERCENT = 100;

/** Requests an export of all data about the customer as one file. */
export function Export() {
  const { t } = useTranslation('own-data');
  const format = useFormat();
  const [isWaiting, setIsWaiting] = useState(false);
  const polling = isWaiting ? { pollEveryMs: POLL_MS } : {};
  const query = useRouteQuery(getExport, {}, { freshForMs: 0, ...polling });
  const action = useAction();
  const stored = query.data?.export ?? undefined;
  const isMaking = stored?.state === 'waiting' || stored?.state === 'making';
  if (isMaking !== isWaiting) setIsWaiting(isMaking);
  const request = (): void =>
    action.act(afterStepUp(requestExport, { body: {} }), () => void reload(getExport));
  return (
    <Card title={t('exportTitle')}>
      <div className={classes['body']}>
        <p className="muted">{t('exportText', { days: EXPORT_KEPT_DAYS })}</p>
        <Loaded query={query}>
          {({ next_at: nextAt }) => (
            <>
              {stored !== undefined && <Standing stored={stored} />}
              {stored?.state === 'ready' && <Download stored={stored} action={action} />}
              {!isMaking && nextAt !== null && (
                <p className="muted">{t('again', { at: format.fullMoment(nextAt) })}</p>
              )}
              {action.failure !== undefined && <Notice tone="down">{action.failure}</Notice>}
              {!isMaking && nextAt === null && (
                <Button variant="default" loading={action.isActing} onClick={request}>
                  {t('request')}
                </Button>
              )}
            </>
          )}
        </Loaded>
        {action.dialog}
      </div>
    </Card>
  );
}

function Standing({ stored }: { readonly stored: DataExport }) {
  const { t } = useTranslation('own-data');
  const format = useFormat();
  const made = format.fullMoment(stored.ready_at ?? stored.requested_at);
  switch (stored.state) {
    case 'waiting':
    case 'making': {
      const text = t('making', { percent: stored.percent });
      return (
        <>
          <p>{text}</p>
          <progress
            className={classes['progress']}
            max={WHOLE_PERCENT}
            value={stored.percent}
            aria-label={text}
          />
        </>
      );
    }
    case 'ready': {
      const size = sizeText(stored.bytes);
      return <p>{t('readyUntil', { made, size, until: format.fullMoment(stored.expires_at) })}</p>;
    }
    case 'failed':
      return <Notice tone="warn">{t('failed')}</Notice>;
    case 'erased':
      return <p className="muted">{t('erased', { made })}</p>;
  }
}

type DownloadProps = { readonly stored: DataExport; readonly action: ActionControl };
type Pieces = readonly Blob[];

/** Downloads the export in parts; a retry after a failure continues with the missing parts. */
function Download({ stored, action }: DownloadProps) {
  const { t } = useTranslation('own-data');
  const [held, setHeld] = useState<Pieces>([]);
  const [isLoading, setIsLoading] = useState(false);
  const isStopped = useRef(false);
  const { id, parts } = stored;
  const load = async (credentials: StepUpCredentials): Promise<CallResult<Pieces>> => {
    let pieces = held;
    setIsLoading(true);
    while (pieces.length < parts && !isStopped.current) {
      const part = pieces.length;
      const result = await afterStepUp(readExportPart, { body: { id, part } })(credentials);
      if (result.kind !== 'data') {
        setIsLoading(false);
        return result;
      }
      pieces = [...pieces, toBlob(result.data.content_base64)];
      setHeld(pieces);
    }
    setIsLoading(false);
    return { kind: 'data', data: pieces };
  };
  const save = (pieces: Pieces): void => {
    if (pieces.length < parts) return;
    setHeld([]);
    saveFile(stored.file_name, new Blob([...pieces], { type: 'application/zip' }));
  };
  const begin = (): void => {
    isStopped.current = false;
    action.act(load, save);
  };
  const percent = Math.floor((WHOLE_PERCENT * held.length) / parts);
  return (
    <div className={classes['actions']}>
      <Button loading={action.isActing} onClick={begin}>
        {t('download')}
      </Button>
      {isLoading && (
        <>
          <span className="muted">{t('saving', { percent })}</span>
          <Button variant="default" onClick={() => (isStopped.current = true)}>
            {t('stop')}
          </Button>
        </>
      )}
    </div>
  );
}

function sizeText(bytes: number): string {
  const kilobytes = Math.ceil(bytes / KILOBYTE);
  const isLarge = kilobytes >= KILOBYTE;
  const value = isLarge ? kilobytes / KILOBYTE : kilobytes;
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(value);
}
