import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { tooMany } from '#features/identity/identity.ts';
import { checkCredentialChange } from './check-assurance.ts';
import { holdCredentials } from './hold-credentials.ts';
import { provePassword } from './prove.ts';
import type { Proof, ProveDeps } from './prove.ts';
import { judgePasswordOf, setPassword } from './set-password.ts';
import type { SetPasswordDeps } from './set-password.ts';

/** Changes the customer's password; this session continues, the others end. */
export async function updatePassword(
  deps: ProveDeps & SetPasswordDeps,
  request: Proof & { readonly newPassword: string },
): Promise<Answer<Record<string, never>>> {
  const { customerId, sessionId, password } = request;
  if (password !== undefined) {
    const refusal = await provePassword(deps, { ...request, password });
    if (refusal !== undefined) return refused(refusal);
  }
  const refusal = await checkCredentialChange(deps, request);
  if (refusal !== undefined) return refused(refusal);
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
