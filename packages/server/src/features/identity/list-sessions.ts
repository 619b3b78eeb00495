import type { OpenSession } from '@halyard/contract/identity/sessions';
import type { Countries, IpLocation } from '#features/locations/locations.ts';
import { deviceName } from './device.ts';
import { locateIp } from '#features/locations/locations.ts';
import type { Subject } from './session-store.ts';
import type { Sessions } from './sessions.ts';

export type ListSessionsDeps = {
  readonly sessions: Sessions;
  readonly ipLocation: IpLocation;
  readonly countries: Countries;
};

/** Returns the sign-in sessions, newest first. */
export async function listSessions(
  deps: ListSessionsDeps,
  asked: { readonly subject: Subject; readonly sessionId: string | undefined },
): Promise<OpenSession[]> {
  const listed = await deps.sessions.list(asked.subject);
  return listed.map((session) => ({
    id: session.id,
    device: deviceName(session.userAgent),
    ip: session.ip,
    place: locateIp(deps, session.ip).country_long,
    created_at: new Date(session.createdAtMs).toISOString(),
    last_used_at: new Date(session.lastUsedAtMs).toISOString(),
    current: session.id === asked.sessionId,
  }));
}
