import type { Session } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { queueAudit } from '#platform/audit/audit.ts';
import type { ClientInfo, Origin, Sessions, StartedSession } from '#features/identity/identity.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Countries, IpLocation } from '#features/locations/locations.ts';
import { deviceFingerprint, deviceName, hasSession } from '#features/identity/identity.ts';
import type { EnsureAccountDeps } from '../ensure-account.ts';
import { getAccount } from '../get-account.ts';
import { locateIp } from '#features/locations/locations.ts';

const DEVICE_KNOWN_FOR_MS = 90 * DAY_MS;

export type Client = Origin & {
  readonly userAgent: string;
  /** The client information that the browser reported. */
  readonly info: ClientInfo | null;
};

export type StartSessionDeps = EnsureAccountDeps & {
  readonly sessions: Sessions;
  readonly countries: Countries;
  readonly ipLocation: IpLocation;
  readonly notifications: Notifications;
};

/** The authentication method. A link has a lower level than the others. */
export type SignedInBy = 'password' | 'sign-up' | 'link' | 'second-factor' | 'passkey';

export type CustomerStart = {
  readonly customerId: number;
  readonly by: SignedInBy;
  /** Whether the sign-in used a link, even with a second factor afterwards. */
  readonly isByLink: boolean;
  readonly client: Client;
  /**
   * Returns whether the authentication is still valid, checked inside the transaction: a password
   * change ends the existing sessions, and none may start with the old password after that.
   */
  readonly stillHolds?: (tx: Kysely<object>, session: StartedSession) => Promise<boolean>;
};

class NoLonger extends Error {}

/** Signs an authenticated customer in; undefined if the authentication is no longer valid. */
export async function startCustomerSession(
  deps: StartSessionDeps,
  start: CustomerStart,
): Promise<Session | undefined> {
  const subject = { kind: 'customer', id: start.customerId } as const;
  let token: string;
  try {
    token = await deps.db.kysely.transaction().execute(async (tx) => await begin(deps, tx, start));
  } catch (error) {
    if (error instanceof NoLonger) return undefined;
    throw error;
  }
  await deps.sessions.limit(subject);
  return await getAccount(deps, { customerId: start.customerId, token });
}

async function begin(
  deps: StartSessionDeps,
  tx: Kysely<object>,
  start: CustomerStart,
): Promise<string> {
  const { customerId, by, client } = start;
  const subject = { kind: 'customer', id: customerId } as const;
  const device = deviceFingerprint(client.userAgent, deps.ipLocation.findAlpha2(client.ip));
  const sinceMs = deps.clock.nowMs() - DEVICE_KNOWN_FOR_MS;
  const isKnownDevice = await hasSession(tx, subject, { device, sinceMs });
  const session = await deps.sessions.start(tx, {
    subject,
    assurance: start.isByLink ? 'low' : 'full',
    isPasswordProved: !start.isByLink && by !== 'passkey',
    ip: client.ip,
    userAgent: client.userAgent,
    device,
    clientInfo: client.info,
  });
  if (start.stillHolds !== undefined && !(await start.stillHolds(tx, session))) {
    throw new NoLonger();
  }
  const isNew = by !== 'sign-up' && !isKnownDevice;
  if (start.isByLink || isNew) {
    await deps.notifications.notify(tx, {
      customerId,
      kind: start.isByLink ? 'auto-login-used' : 'new-device',
      facts: whereFrom(deps, client),
      key: `session:${session.id}`,
    });
  }
  await queueAudit(tx, deps.clock.nowMs(), {
    actor: `customer:${customerId}`,
    action: 'session.start',
    subject: `customer:${customerId}`,
    after: { by },
  });
  return session.token;
}

function whereFrom(deps: StartSessionDeps, { ip, userAgent }: Client) {
  const country = locateIp(deps, ip).country_long;
  return {
    device: deviceName(userAgent),
    place: country === '' ? ip : `${country} (${ip})`,
    atMs: deps.clock.nowMs(),
  };
}
