import * as contract from '@halyard/contract/web-push/web-push';
import { PUSH_DEVICES_MAX, PUSH_TOPICS } from '@halyard/contract/web-push/web-push';
import type { PushMessage, PushSettings } from '@halyard/contract/web-push/web-push';
import type { Language } from '@halyard/contract/config';
import { MINUTE_MS } from '@halyard/core/time';
import { deviceName } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller, RouteBinding } from '#platform/http/http.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { deliver } from './deliver-message.ts';
import type { DeliverDeps } from './deliver-message.ts';
import { isKeyOfCurve } from './encrypt-message.ts';
import {
  deleteDevice,
  findDevice,
  holdDevices,
  keepDevice,
  listDevices,
  listTopicsOn,
  putDevice,
  switchTopic,
} from './push-store.ts';
import type { DeviceRow } from './push-store.ts';

export type PushRoutesDeps = DeliverDeps & {
  readonly outbound: Pick<Outbound, 'post' | 'findRejection'>;
  readonly operatorName: string;
};

const TEST_LIFE_MS = MINUTE_MS;
const TEST_TEXTS: Readonly<Record<Language, string>> = {
  en: 'This device shows your notifications.',
  de: 'Dieses Gerät zeigt Ihre Benachrichtigungen.',
  it: 'Questo dispositivo mostra le tue notifiche.',
  es: 'Este dispositivo muestra sus notificaciones.',
};

export function bindPushRoutes(deps: PushRoutesDeps): readonly RouteBinding[] {
  const { db, clock } = deps;
  return [
    bind(contract.getPushSettings, async ({ caller }) =>
      ok(await getSettings(deps, caller.subjectId)),
    ),
    bind(contract.savePushDevice, async ({ caller, body, userAgent }) => {
      const { endpoint, p256dh, auth } = body;
      return await save(deps, caller, { endpoint, p256dh, auth, name: deviceName(userAgent) });
    }),
    bind(contract.keepPushDevice, async ({ caller, body: { endpoint } }) => {
      const id = await keepDevice(db.kysely, {
        customer_id: caller.subjectId,
        session_id: caller.sessionId,
        endpoint,
        kept_at: new Date(clock.nowMs()),
      });
      return ok({ id: id ?? null });
    }),
    bind(contract.removePushDevice, async ({ caller: { subjectId: customerId }, body: { id } }) =>
      db.kysely.transaction().execute(async (tx) => {
        if (!(await deleteDevice(tx, { id, customerId }))) return refused({ code: 'not-found' });
        const subject = `customer:${customerId}`;
        const entry = { actor: subject, action: 'push-device.remove', subject, after: { id } };
        await recordAudit(tx, clock.nowMs(), entry);
        return ok({});
      }),
    ),
    bind(contract.testPushDevice, async ({ caller, body: { id } }) => {
      const device = await findDevice(db.kysely, id);
      if (device?.customer_id !== caller.subjectId) return refused({ code: 'not-found' });
      return await sendTest(deps, device);
    }),
    bind(contract.updatePushTopics, async ({ caller: { subjectId: customerId }, body }) => {
      await db.kysely.transaction().execute(async (tx) => {
        for (const topic of PUSH_TOPICS) {
          const isOn = body.topics[topic];
          if (isOn !== undefined) await switchTopic(tx, { customerId, topic, isOn });
        }
      });
      return ok(await getSettings(deps, customerId));
    }),
  ];
}

async function getSettings(deps: PushRoutesDeps, customerId: number): Promise<PushSettings> {
  const db = deps.db.kysely;
  const on = await listTopicsOn(db, customerId);
  const { publicKey } = await deps.findKeys();
  return {
    public_key: publicKey,
    devices: (await listDevices(db, customerId)).map((row) => ({
      id: row.id,
      name: row.name,
      created_at: row.created_at.toISOString(),
      delivered_at: row.delivered_at?.toISOString() ?? null,
    })),
    topics: PUSH_TOPICS.map((topic) => ({ topic, on: on.has(topic) })),
  };
}

async function save(
  { db, clock, outbound }: PushRoutesDeps,
  { subjectId: customerId, sessionId }: Caller,
  device: Pick<DeviceRow, 'endpoint' | 'p256dh' | 'auth' | 'name'>,
): Promise<Answer<{ readonly id: number }>> {
  const { endpoint, p256dh } = device;
  const isTarget = URL.canParse(endpoint) && (await outbound.findRejection(endpoint)) === undefined;
  if (!isTarget || !isKeyOfCurve(p256dh)) return refused({ code: 'push-target-refused' });
  return await db.kysely.transaction().execute(async (tx) => {
    await holdDevices(tx, customerId);
    const others = await listDevices(tx, customerId);
    const isKnown = others.some((one) => one.endpoint === endpoint);
    if (!isKnown && others.length >= PUSH_DEVICES_MAX) {
      return refused({ code: 'too-many-push-devices', facts: { maximum: PUSH_DEVICES_MAX } });
    }
    const at = new Date(clock.nowMs());
    const owner = { customer_id: customerId, session_id: sessionId };
    const id = await putDevice(tx, { ...device, ...owner, created_at: at, kept_at: at });
    const subject = `customer:${customerId}`;
    const after = { id, name: device.name };
    await recordAudit(tx, at.getTime(), {
      actor: subject,
      action: 'push-device.add',
      subject,
      after,
    });
    return ok({ id });
  });
}

async function sendTest(
  deps: PushRoutesDeps,
  device: DeviceRow,
): Promise<Answer<Record<string, never>>> {
  const language = await deps.customers.getLanguage(device.customer_id);
  const message: PushMessage = {
    title: deps.operatorName,
    body: TEST_TEXTS[language],
    page: '/notifications',
    tag: 'test',
  };
  const sent = { message, lifeMs: TEST_LIFE_MS, urgency: 'high' } as const;
  const { kind } = await deliver(deps, device, sent);
  return kind === 'accepted' ? ok({}) : refused({ code: 'push-not-delivered' });
}
