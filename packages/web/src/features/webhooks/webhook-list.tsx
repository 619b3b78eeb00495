import { WEBHOOKS_MAX, type NewWebhook, type Webhook } from '@halyard/contract/v1/webhooks';
import { listOwnWebhooks, removeOwnWebhook, rotateOwnSecret } from '@halyard/contract/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { afterStepUp } from '#forms/step-up.tsx';
import { useAction } from '#forms/use-action.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhookForm } from './new-webhook.tsx';
import { EVENT_TEXTS } from './webhook-texts.ts';
import classes from './webhooks.module.css';

/** Lists the webhooks with their deliveries, and creates new ones. */
export function Webhooks() {
  const { t } = useTranslation('webhooks');
  const query = useRouteQuery(listOwnWebhooks, {}, { freshForMs: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const [issued, setIssued] = useState<NewWebhook>();
  const count = query.data?.length ?? WEBHOOKS_MAX;
  const onIssued = (webhook: NewWebhook): void => {
    setIsCreating(false);
    setIssued(webhook);
    void reload(listOwnWebhooks);
  };
  return (
    <Card title={t('title')} flush>
      <div className={classes['intro']}>
        <p className="muted">
          {t('text', { maximum: WEBHOOKS_MAX })} <a href="/developers/webhooks">{t('guide')}</a>
        </p>
        {issued !== undefined && <Secret issued={issued} onSaved={() => setIssued(undefined)} />}
        {issued === undefined && !isCreating && count < WEBHOOKS_MAX && (
          <Button variant="default" onClick={() => setIsCreating(true)}>
            {t('create')}
          </Button>
        )}
        {isCreating && (
          <NewWebhookForm onCreated={onIssued} onCancel={() => setIsCreating(false)} />
        )}
      </div>
      <Loaded query={query}>
        {(webhooks) => (
          <RowList>
            {webhooks.map((one) => (
              <WebhookRow key={one.id} webhook={one} onRotated={onIssued} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

type SecretProps = { readonly issued: NewWebhook; readonly onSaved: () => void };

/** The new secret of a webhook, which is shown only once. */
function Secret({ issued: { webhook, secret }, onSaved }: SecretProps) {
  const { t } = useTranslation('webhooks');
  const hasPrevious = webhook.previous_secret_until !== null;
  return (
    <div className={classes['form']}>
      <Notice tone="warn">
        {t('shownOnce')} {hasPrevious && t('previousValid')}
      </Notice>
      <p className="muted">{webhook.url}</p>
      <code className={classes['secret']}>{secret}</code>
      <div className={classes['actions']}>
        <Button onClick={onSaved}>{t('saved')}</Button>
      </div>
    </div>
  );
}

type WebhookRowProps = {
  readonly webhook: Webhook;
  readonly onRotated: (webhook: NewWebhook) => void;
};

function WebhookRow({ webhook, onRotated }: WebhookRowProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { act, isActing, failure, dialog } = useAction();
  const [isOpen, setIsOpen] = useState(false);
  const { url, environment, events, created_at: createdAt } = webhook;
  const { previous_secret_until: until } = webhook;
  const id = Number(webhook.id);
  const facts = [
    t('since', { moment: format.fullMoment(createdAt) }),
    ...(until === null ? [] : [t('previousUntil', { moment: format.fullMoment(until) })]),
  ];
  return (
    <Row
      name={url}
      hint={`${t(environment)} · ${events.map((event) => t(EVENT_TEXTS[event])).join(', ')}`}
      more={
        <>
          <p className="muted">{facts.join(' · ')}</p>
          {failure !== undefined && <p className="down">{failure}</p>}
        </>
      }
      below={isOpen ? <Deliveries webhookId={id} /> : undefined}
    >
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('deliveries')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('rotateNamed', { name: url })}
          loading={isActing}
          onClick={() => act(afterStepUp(rotateOwnSecret, { body: { id } }), onRotated)}
        >
          {t('rotate')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('deleteNamed', { name: url })}
          loading={isActing}
          onClick={() =>
            act(
              () => call(removeOwnWebhook, { body: { id } }),
              () => void reload(listOwnWebhooks),
            )
          }
        >
          {t('delete')}
        </Button>
      </div>
      {dialog}
    </Row>
  );
}
