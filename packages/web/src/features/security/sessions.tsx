import {
  listSessions,
  revokeSession,
  UNKNOWN_DEVICE,
  type OpenSession,
} from '@halyard/contract/identity/sessions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import { useAction } from '#forms/use-action.ts';

/** The list of sign-in sessions; each except the current one can be ended. */
export function Sessions() {
  const { t } = useTranslation('security');
  const query = useRouteQuery(listSessions, {});
  return (
    <Card title={t('sessionsTitle')} flush>
      <Loaded query={query}>
        {(sessions) => (
          <RowList>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

function SessionRow({ session }: { readonly session: OpenSession }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  const { act, isActing, failure } = useAction();
  const { id, device, place, ip, last_used_at: usedAt, current } = session;
  const name = device === UNKNOWN_DEVICE ? t('unknownDevice') : device;
  const where = place === '' ? ip : `${place} · ${ip}`;
  return (
    <Row
      name={name}
      hint={`${where} · ${t('lastUsed', { moment: format.momentWithin(usedAt, nowMs) })}`}
      more={failure !== undefined && <p className="down">{failure}</p>}
    >
      {current ? (
        <Badge tone="up">{t('thisOne')}</Badge>
      ) : (
        <Button
          variant="default"
          size="sm"
          aria-label={t('endNamed', { device: name })}
          loading={isActing}
          onClick={() =>
            act(
              () => call(revokeSession, { body: { id } }),
              () => void reload(listSessions),
            )
          }
        >
          {t('end')}
        </Button>
      )}
    </Row>
  );
}
