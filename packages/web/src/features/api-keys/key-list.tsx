import { API_KEYS_MAX, listApiKeys, type ApiKey, revokeApiKey } from '@halyard/contract/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { useAction } from '#forms/use-action.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import classes from './api-keys.module.css';
import { NewKey } from './new-key.tsx';
import { ShownKey } from './shown-key.tsx';

/** Lists the keys, creates new ones and shows each new one once. */
export function ApiKeys() {
  const { t } = useTranslation('api-keys');
  const query = useRouteQuery(listApiKeys, {}, { freshForMs: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const [key, setKey] = useState<string>();
  const count = query.data?.length ?? API_KEYS_MAX;
  return (
    <Card title={t('title')} flush>
      <div className={classes['intro']}>
        <p className="muted">{t('text', { maximum: API_KEYS_MAX })}</p>
        {key !== undefined && <ShownKey secret={key} onSaved={() => setKey(undefined)} />}
        {key === undefined && !isCreating && count < API_KEYS_MAX && (
          <Button variant="default" onClick={() => setIsCreating(true)}>
            {t('create')}
          </Button>
        )}
        {isCreating && (
          <NewKey
            onCreated={(created) => {
              setIsCreating(false);
              setKey(created);
              void reload(listApiKeys);
            }}
            onCancel={() => setIsCreating(false)}
          />
        )}
      </div>
      <Loaded query={query}>
        {(keys) => (
          <RowList>
            {keys.map((one) => (
              <KeyRow key={one.id} apiKey={one} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const format = useFormat();
  const count = (value: number): string => value.toLocaleString(currentLanguage());
  const [nowMs] = useState(() => Date.now());
  const { act, isActing, failure, dialog } = useAction();
  const { id, name, environment, start, scopes, networks, expires_at: expiresAt } = apiKey;
  const { last_used_at: usedAt, last_used_ip: ip, requests, addresses } = apiKey;
  const { last_refused_at: refusedAt, last_refused_network: network } = apiKey;
  const facts = [
    `${start}…`,
    t(environment),
    t(scopes.includes('trade') ? 'trade' : 'read'),
    ...(networks.length > 0 ? [networks.join(', ')] : []),
    ...(expiresAt === null ? [] : [t('expires', { moment: format.fullMoment(expiresAt) })]),
  ];
  const use =
    usedAt === null
      ? t('neverUsed')
      : t('lastUsed', { moment: format.momentWithin(usedAt, nowMs), ip: ip ?? '' });
  return (
    <Row
      name={name}
      hint={facts.join(' · ')}
      more={
        <>
          <p className="muted">{use}</p>
          {refusedAt !== null && (
            <p className="down">
              {t('lastRefused', {
                moment: format.momentWithin(refusedAt, nowMs),
                network: network ?? '',
              })}
            </p>
          )}
          {usedAt !== null && (
            <p className="muted">{t('requests', { requests: count(requests) })}</p>
          )}
          {addresses.length > 1 && (
            <>
              <p className="muted">{t('usedFrom')}</p>
              <ul className={classes['addresses']}>
                {addresses.map((one) => (
                  <li key={one.ip}>
                    {t('usedAddress', {
                      ip: one.ip,
                      requests: count(one.requests),
                      moment: format.momentWithin(one.last_used_at, nowMs),
                    })}
                  </li>
                ))}
              </ul>
            </>
          )}
          {failure !== undefined && <p className="down">{failure}</p>}
        </>
      }
    >
      <Button
        variant="default"
        size="sm"
        aria-label={t('revokeNamed', { name })}
        loading={isActing}
        onClick={() =>
          act(
            () => call(revokeApiKey, { body: { id } }),
            () => void reload(listApiKeys),
          )
        }
      >
        {t('revoke')}
      </Button>
      {dialog}
    </Row>
  );
}
