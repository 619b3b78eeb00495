// Identity documents: the state of each, and the upload of missing ones.
import type { User } from '@halyard/contract/accounts';
import { type DocumentKind, type DocumentState, getUploadsLeft } from '@halyard/contract/documents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { useFormat } from '#i18n/format.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { canUpload, findDocumentState, findExpiry } from './document-state.ts';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import { UploadForm } from './upload-form.tsx';

const KINDS = ['passport', 'address', 'funding-front', 'funding-back'] as const;

const HINTS = {
  passport: 'passport-hint',
  address: 'address-hint',
  'funding-front': 'funding-front-hint',
  'funding-back': 'funding-back-hint',
} as const;

export function Documents() {
  const { t } = useTranslation('documents');
  const user = useAccount();
  const uploads = useRouteQuery(getUploadsLeft, {}).data;
  if (user === undefined) return <Loading label={t('loading')} />;
  return (
    <Card
      title={t('title')}
      note={uploads === undefined ? undefined : t('uploadsLeft', uploads)}
      flush
    >
      <RowList>
        {KINDS.map((kind) => (
          <DocumentRow key={kind} kind={kind} user={user} />
        ))}
      </RowList>
    </Card>
  );
}

function DocumentRow({ kind, user }: { readonly kind: DocumentKind; readonly user: User }) {
  const { t } = useTranslation('documents');
  const [nowMs] = useState(() => Date.now());
  const state = findDocumentState(user, kind);
  const title = t(kind);
  return (
    <Row name={title} hint={<Hint kind={kind} state={state} />}>
      {state !== undefined && <StateBadge status={state.status} />}
      {canUpload(state, nowMs) && (
        <UploadForm kind={kind} title={title} isAgain={state !== undefined} />
      )}
    </Row>
  );
}

type HintProps = { readonly kind: DocumentKind; readonly state: DocumentState | undefined };

function Hint({ kind, state }: HintProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  if (state === undefined) return t(HINTS[kind]);
  if (state.status === 3) return state.note === '' ? t('rejectedHint') : state.note;
  const moment = format.momentWithin(state.updated, nowMs);
  if (state.status === 2) {
    const { expires_on: day } = state;
    if (day === undefined) return t('approvedAt', { moment });
    const expiry = findExpiry(state, nowMs);
    if (expiry === 'expired') return t('expiredOn', { day: format.day(day) });
    if (expiry === 'due') return t('expiresSoon', { day: format.day(day) });
    return `${t('approvedAt', { moment })} · ${t('validUntil', { day: format.day(day) })}`;
  }
  const sent = t('sent', { moment });
  return `${sent} · ${t('processingHint')}`;
}

function StateBadge({ status }: Pick<DocumentState, 'status'>) {
  const { t } = useTranslation('documents');
  switch (status) {
    case 1:
      return <Badge tone="warn">{t('processing')}</Badge>;
    case 2:
      return <Badge tone="up">{t('approved')}</Badge>;
    case 3:
      return <Badge tone="down">{t('rejected')}</Badge>;
  }
}
