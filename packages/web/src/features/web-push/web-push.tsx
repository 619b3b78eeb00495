// Push notifications: the customer's devices, and the topics.
import {
  getPushSettings,
  keepPushDevice,
  type PushSettings,
  type PushTopic,
  removePushDevice,
  savePushDevice,
  testPushDevice,
  updatePushTopics,
} from '@halyard/contract/web-push/web-push';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { queryClient, reload, routeKey, useRouteQuery } from '#data/http/query.ts';
import {
  findEndpoint,
  findObstacle,
  type PushObstacle,
  subscribe,
  type SubscribeFailure,
} from '#data/push/browser-push.ts';
import { endSubscription } from '#data/push/push-subscription.ts';
import { useAction } from '#forms/use-action.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import classes from './web-push.module.css';

const TOPIC_TEXTS = {
  orders: 'topic-orders',
  closes: 'topic-closes',
  margin: 'topic-margin',
  alerts: 'topic-alerts',
  money: 'topic-money',
  security: 'topic-security',
} as const satisfies Record<PushTopic, string>;

const OBSTACLE_TEXTS = {
  insecure: 'obstacle-insecure',
  'home-screen': 'obstacle-home-screen',
  unsupported: 'obstacle-unsupported',
  blocked: 'obstacle-blocked',
  dismissed: 'obstacle-dismissed',
  failed: 'obstacle-failed',
} as const satisfies Record<PushObstacle | SubscribeFailure, string>;

const OWN_DEVICE = ['push', 'own-device'] as const;

/** The settings of push notifications. */
export function WebPush() {
  const { t } = useTranslation('web-push');
  const query = useRouteQuery(getPushSettings, {}, { freshForMs: 0 });
  return (
    <Card title={t('title')} flush>
      <Loaded query={query}>{(settings) => <Settings settings={settings} />}</Loaded>
    </Card>
  );
}

function Settings({ settings }: { readonly settings: PushSettings }) {
  const { t } = useTranslation('web-push');
  const { data: ownId, isPending } = useQuery({ queryKey: OWN_DEVICE, queryFn: findOwnDevice });
  const { devices } = settings;
  return (
    <>
      <div className={classes['part']}>
        <p className="muted">{t('text')}</p>
        {!isPending && !devices.some(({ id }) => id === ownId) && (
          <Enable publicKey={settings.public_key} />
        )}
      </div>
      <Topics topics={settings.topics} />
      <RowList>
        {devices.map((device) => (
          <Device key={device.id} device={device} isOwn={device.id === ownId} />
        ))}
      </RowList>
    </>
  );
}

/** The id of this browser among the devices; null if it has no subscription. */
async function findOwnDevice(): Promise<number | null> {
  const endpoint = await findEndpoint();
  if (endpoint === undefined) return null;
  const result = await call(keepPushDevice, { body: { endpoint } }, { background: true });
  return result.kind === 'data' ? result.data.id : null;
}

async function reloadDevices(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: OWN_DEVICE });
  await reload(getPushSettings);
}

function Enable({ publicKey }: { readonly publicKey: string }) {
  const { t } = useTranslation('web-push');
  const { act, isActing, failure } = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState<PushObstacle | SubscribeFailure | undefined>(findObstacle);
  const enable = async (): Promise<void> => {
    setIsAsking(true);
    const made = await subscribe(publicKey);
    setIsAsking(false);
    setReason(typeof made === 'string' ? made : undefined);
    if (typeof made === 'string') return;
    act(
      async () => {
        const result = await call(savePushDevice, { body: made });
        if (result.kind !== 'data') await endSubscription();
        return result;
      },
      () => void reloadDevices(),
    );
  };
  const isImpossible = reason !== undefined && reason !== 'dismissed' && reason !== 'failed';
  return (
    <>
      {reason !== undefined && <Notice tone="warn">{t(OBSTACLE_TEXTS[reason])}</Notice>}
      {failure !== undefined && <p className="down">{failure}</p>}
      {!isImpossible && (
        <div>
          <Button loading={isAsking || isActing} onClick={() => void enable()}>
            {t('enable')}
          </Button>
        </div>
      )}
    </>
  );
}

type Topics = PushSettings['topics'];

function Topics({ topics }: { readonly topics: Topics }) {
  const { t } = useTranslation('web-push');
  // The requested change is shown at once, until the server's state replaces it.
  const [asked, setAsked] = useState<Topics[number]>();
  const change = async (one: Topics[number]): Promise<void> => {
    setAsked(one);
    const body = { topics: { [one.topic]: one.on } };
    const result = await call(updatePushTopics, { body });
    if (result.kind === 'data') {
      queryClient.setQueryData(routeKey(getPushSettings, {}), result.data);
    } else {
      showErrorToast(t('failed'));
    }
    setAsked(undefined);
  };
  return (
    <fieldset className={classes['topics']}>
      <legend>{t('topics')}</legend>
      {topics.map(({ topic, on }) => (
        <Checkbox
          key={topic}
          label={t(TOPIC_TEXTS[topic])}
          checked={asked?.topic === topic ? asked.on : on}
          disabled={asked !== undefined}
          onChange={(event) => void change({ topic, on: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}

type DeviceProps = { readonly device: PushSettings['devices'][number]; readonly isOwn: boolean };

function Device({ device, isOwn }: DeviceProps) {
  const { t } = useTranslation('web-push');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  const test = useAction();
  const removal = useAction();
  const { id, name, created_at: since, delivered_at: deliveredAt } = device;
  const failure = test.failure ?? removal.failure;
  const delivered =
    deliveredAt === null
      ? t('neverDelivered')
      : t('delivered', { moment: format.moment(deliveredAt, nowMs) });
  const remove = async () => {
    const result = await call(removePushDevice, { body: { id } });
    if (result.kind === 'data' && isOwn) await endSubscription();
    return result;
  };
  return (
    <Row
      name={name}
      hint={`${t('since', { moment: format.moment(since, nowMs) })} · ${delivered}`}
      more={failure !== undefined && <p className="down">{failure}</p>}
    >
      <div className={classes['actions']}>
        {isOwn && <Badge tone="up">{t('thisOne')}</Badge>}
        <Button
          variant="default"
          size="sm"
          aria-label={t('testNamed', { name })}
          loading={test.isActing}
          onClick={() =>
            test.act(
              () => call(testPushDevice, { body: { id } }),
              () => {
                showToast(t('tested'));
                void reload(getPushSettings);
              },
            )
          }
        >
          {t('test')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('removeNamed', { name })}
          loading={removal.isActing}
          onClick={() => removal.act(remove, () => void reloadDevices())}
        >
          {t('remove')}
        </Button>
      </div>
    </Row>
  );
}
