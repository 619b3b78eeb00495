import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { Subject } from './session-store.ts';
import type { Sessions } from './sessions.ts';

/** Ends one of the caller's own sessions; another's is reported as not found. */
export async function revokeSession(
  deps: { readonly sessions: Sessions },
  request: { readonly subject: Subject; readonly sessionId: string },
): Promise<Answer<Record<string, never>>> {
  const open = await deps.sessions.list(request.subject);
  if (!open.some(({ id }) => id === request.sessionId)) return refused({ code: 'not-found' });
  await deps.sessions.end([request.sessionId], 'revoked');
  return ok({});
}
