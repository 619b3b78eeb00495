import type { WebhookDelivery } from '@halyard/contract/v1/webhooks';
import { listOwnDeliveries, resendOwnDelivery } from '@halyard/contract/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { useAction } from '#forms/use-action.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Badge, type Tone } from '#ui/figures/badge.tsx';
import { EVENT_TEXTS, STATUS_TEXTS } from './webhook-texts.ts';
import classes from './webhooks.module.css';

const POLL_MS = 5_000;
const TONES = { pending: 'warn', delivered: 'up', dead: 'down' } as const satisfies Record<
  WebhookDelivery['status'],
  Tone
>;

/** The latest deliveries of a webhook, or only the dead ones. */
export function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const { t } = useTranslation('webhooks');
  const [isDeadOnly, setIsDeadOnly] = useState(false);
  const body = { id: webhookId, ...(isDeadOnly ? { status: 'dead' as const } : {}) };
  const query = useRouteQuery(listOwnDeliveries, { body }, { freshForMs: 0, pollEveryMs: POLL_MS });
  return (
    <div className={classes['deliveries']}>
      <label className={classes['choice']}>
        <input
          type="checkbox"
          checked={isDeadOnly}
          onChange={(event) => setIsDeadOnly(event.currentTarget.checked)}
        />
        {t('deadOnly')}
      </label>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="muted">{t(isDeadOnly ? 'noneDead' : 'none')}</p>
          ) : (
            <ul className={classes['list']}>
              {deliveries.map((one) => (
                <Delivery key={one.id} delivery={one} webhookId={webhookId} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

type DeliveryProps = { readonly delivery: WebhookDelivery; readonly webhookId: number };

function Delivery({ delivery, webhookId }: DeliveryProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { act, isActing, failure, dialog } = useAction();
  const { id, type, status, attempts, created_at: createdAt, last_error: error } = delivery;
  const { next_attempt_at: nextAt } = delivery;
  const facts = [
    format.fullMoment(createdAt),
    t('attempts', { attempts }),
    ...(error === null ? [] : [error]),
    ...(nextAt === null || attempts === 0
      ? []
      : [t('next', { moment: format.fullMoment(nextAt) })]),
  ];
  return (
    <li className={classes['delivery']}>
      <div>
        <p className={classes['what']}>
          {t(EVENT_TEXTS[type])} <Badge tone={TONES[status]}>{t(STATUS_TEXTS[status])}</Badge>
        </p>
        <p className="muted">{facts.join(' · ')}</p>
        {failure !== undefined && <p className="down">{failure}</p>}
      </div>
      {status !== 'pending' && (
        <Button
          variant="default"
          size="xs"
          loading={isActing}
          onClick={() =>
            act(
              () => call(resendOwnDelivery, { body: { id: webhookId, delivery_id: Number(id) } }),
              () => void reload(listOwnDeliveries),
            )
          }
        >
          {t('resend')}
        </Button>
      )}
      {dialog}
    </li>
  );
}
