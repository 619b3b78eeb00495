// Passkeys of staff: a second way of the local sign-in, which the provider's members don't have.
import * as contract from '@halyard/contract/backoffice/desk/staff-passkeys';
import { listPasskeys } from '#features/identity/identity.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { Caller, RouteBinding } from '#platform/http/http.ts';
import { addPasskey, beginPasskey, removePasskey } from './change-passkeys.ts';
import { challengePasskey } from './challenge-passkey.ts';
import type { PasskeyDeps } from './passkey-deps.ts';
import { mailLanguage } from '../mail-language.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

export type { PasskeyDeps } from './passkey-deps.ts';

export function passkeyRoutes(deps: PasskeyDeps): readonly RouteBinding[] {
  const own = ({ subjectId, sessionId }: Caller) => ({ staffId: subjectId, sessionId });
  return [
    bind(contract.listStaffPasskeys, async ({ caller }) =>
      ok(await listPasskeys(deps.db, { kind: 'staff', id: caller.subjectId })),
    ),
    bind(contract.beginStaffPasskey, async ({ caller, body, ip }) => {
      const { current_password: password, code, passkey } = body;
      return await beginPasskey(deps, { ...own(caller), ip, password, code, passkey });
    }),
    bind(contract.addStaffPasskey, async ({ caller, body, acceptLanguage }) => {
      const language = mailLanguage(acceptLanguage);
      return await addPasskey(deps, { ...own(caller), language }, body);
    }),
    bind(contract.removeStaffPasskey, async ({ caller, body, ip, acceptLanguage }) => {
      const language = mailLanguage(acceptLanguage);
      const { id, current_password: password, code, passkey } = body;
      const claim = { ...own(caller), ip, password, code, passkey, language };
      return await removePasskey(deps, claim, id);
    }),
    bind(contract.challengeStaffPasskey, async () => ok(await challengePasskey(deps))),
    bind(
      contract.loginStaffPasskey,
      async ({ body, ip, userAgent, hasWorked }) =>
        await signInByPasskey(deps, { ...body, info: body.info, ip, userAgent, hasWorked }),
    ),
  ];
}
