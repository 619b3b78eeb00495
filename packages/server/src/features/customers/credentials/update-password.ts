import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { tooMany } from '#features/identity/identity.ts';
import { checkCredentialChange } from './check-authentication-level.ts';
import { holdCredentials } from './hold-credentials.ts';
import { stepUpWithPassword } from './step-up.ts';
import type { StepUpRequest, StepUpDeps } from './step-up.ts';
import { judgePasswordOf, setPassword } from './set-password.ts';
import type { SetPasswordDeps } from './set-password.ts';

/** Changes the customer's password; this session continues, the others end. */
export async function updatePassword(
  deps: StepUpDeps & SetPasswordDeps,
  request: StepUpRequest & { readonly newPassword: string },
): Promise<Answer<Record<string, never>>> {
  const { customerId, sessionId, password } = request;
  if (password !== undefined) {
    const rejection = await stepUpWithPassword(deps, { ...request, password });
    if (rejection !== undefined) return refused(rejection);
  }
  const rejection = await checkCredentialChange(deps, request);
  if (rejection !== undefined) return refused(rejection);
  const weak = await judgePasswordOf(deps, { customerId, password: request.newPassword });
  if (weak !== undefined) return refused(weak);
  const hashed = await deps.hasher.hash(request.newPassword);
  if (hashed.kind === 'busy') return tooMany(0);
  const ended = await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdCredentials(tx, request))) return undefined;
    const { hash: passwordHash } = hashed;
    const by = 'password';
    return await setPassword(deps, tx, { customerId, passwordHash, keepId: sessionId, by });
  });
  if (ended === undefined) return refused({ code: 'session-ended' });
  deps.sessions.announce(ended);
  return ok({});
}
