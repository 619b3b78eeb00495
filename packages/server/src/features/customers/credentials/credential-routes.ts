// The routes of sign-in methods besides the password, and of changes of email and password.
import * as contract from '@halyard/contract/identity/credentials';
import * as passkeys from '@halyard/contract/identity/passkeys';
import * as factor from '@halyard/contract/identity/second-factor';
import { listSessions, revokeSession } from '@halyard/contract/identity/sessions';
import { bind, ok } from '#platform/http/http.ts';
import type { Caller, RouteBinding } from '#platform/http/http.ts';
import type { Claim } from './check-authentication-level.ts';
import {
  listPasskeys,
  listSessions as listSessionsOf,
  parseClientInfo,
  revokeSession as revoke,
} from '#features/identity/identity.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgotPassword } from './forgot-password.ts';
import type { ListSessionsDeps, Subject } from '#features/identity/identity.ts';
import { addPasskey, beginPasskey, challengePasskey, removePasskey } from './passkeys.ts';
import { stepUp } from './step-up.ts';
import type { StepUpDeps } from './step-up.ts';
import { resetPassword } from './reset-password.ts';
import type { ResetPasswordDeps } from './reset-password.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { sendConfirmation } from './send-confirmation.ts';
import type { SendConfirmationDeps } from './send-confirmation.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';
import { signInSecond } from './sign-in-second.ts';
import type { StartSessionDeps } from './start-customer-session.ts';
import { updatePassword } from './update-password.ts';

export type CredentialRoutesDeps = StartSessionDeps &
  StepUpDeps &
  ResetPasswordDeps &
  SendConfirmationDeps &
  ListSessionsDeps & { readonly settings: { readonly operatorName: string } };

export function credentialRoutes(deps: CredentialRoutesDeps): readonly RouteBinding[] {
  return [
    ...signInRoutes(deps),
    ...passwordRoutes(deps),
    ...factorRoutes(deps),
    ...passkeyRoutes(deps),
  ];
}

function signInRoutes(deps: CredentialRoutesDeps): readonly RouteBinding[] {
  return [
    bind(contract.loginSecond, async ({ body, ip, userAgent, hasWorked }) => {
      const client = { ip, hasWorked, userAgent, info: null };
      return await signInSecond(deps, { ...body, client });
    }),
    bind(contract.loginByLink, async ({ params, body, ip, userAgent, hasWorked }) => {
      const client = { ip, hasWorked, userAgent, info: parseClientInfo(body.info) };
      return await signInByLink(deps, { code: params.code, client });
    }),
    bind(contract.confirmEmail, async ({ body, ip, hasWorked }) =>
      confirmEmail(deps, { code: body.code, ip, hasWorked }),
    ),
    bind(contract.sendConfirmation, async ({ caller, ip }) =>
      sendConfirmation(deps, { customerId: caller.subjectId, ip }),
    ),
    bind(listSessions, async ({ caller }) =>
      ok(await listSessionsOf(deps, { subject: subjectOf(caller), sessionId: caller.sessionId })),
    ),
    bind(revokeSession, async ({ caller, body }) =>
      revoke(deps, { subject: subjectOf(caller), sessionId: body.id }),
    ),
  ];
}

function passwordRoutes(deps: CredentialRoutesDeps): readonly RouteBinding[] {
  return [
    bind(contract.forgotPassword, async ({ body, ip, hasWorked }) =>
      forgotPassword(deps, { email: body.email, ip, hasWorked }),
    ),
    bind(contract.resetPassword, async ({ body, ip, hasWorked }) =>
      resetPassword(deps, { code: body.code, password: body.new_password, ip, hasWorked }),
    ),
    bind(contract.updatePassword, async ({ caller, body, ip }) => {
      const { new_password: newPassword, current_password: password, code } = body;
      return await updatePassword(deps, { ...own(caller), ip, newPassword, password, code });
    }),
    bind(contract.stepUp, async ({ caller, body, ip }) => {
      const { password, code, passkey } = body;
      return await stepUp(deps, { ...own(caller), ip, password, code, passkey });
    }),
  ];
}

function factorRoutes(deps: CredentialRoutesDeps): readonly RouteBinding[] {
  return [
    bind(factor.enableSecondFactor, async ({ caller, ip }) =>
      enableSecondFactor(deps, { ...own(caller), ip }),
    ),
    bind(factor.confirmSecondFactor, async ({ caller, body, ip }) =>
      confirmSecondFactor(deps, { ...own(caller), ip, code: body.code }),
    ),
    bind(factor.disableSecondFactor, async ({ caller, body, ip }) =>
      disableSecondFactor(deps, { ...own(caller), ip, code: body.code }),
    ),
    bind(factor.renewRecoveryCodes, async ({ caller, body, ip }) =>
      renewRecoveryCodes(deps, { ...own(caller), ip, code: body.code }),
    ),
  ];
}

function passkeyRoutes(deps: CredentialRoutesDeps): readonly RouteBinding[] {
  return [
    bind(passkeys.listPasskeys, async ({ caller }) =>
      ok(await listPasskeys(deps.db, { kind: 'customer', id: caller.subjectId })),
    ),
    bind(passkeys.beginPasskey, async ({ caller, body, ip }) =>
      beginPasskey(deps, { ...own(caller), ip, code: body.code }),
    ),
    bind(passkeys.addPasskey, async ({ caller, body }) => {
      const { name, response } = body;
      return await addPasskey(deps, { ...own(caller), name, response });
    }),
    bind(passkeys.removePasskey, async ({ caller, body, ip }) =>
      removePasskey(deps, { ...own(caller), ip, code: body.code, passkeyId: body.id }),
    ),
    bind(passkeys.challengePasskey, async () => await challengePasskey(deps)),
    bind(passkeys.loginPasskey, async ({ body, ip, userAgent, hasWorked }) => {
      const client = { ip, hasWorked, userAgent, info: null };
      return await signInByPasskey(deps, { response: body.response, client });
    }),
  ];
}

function subjectOf({ kind, subjectId: id }: Caller): Subject {
  return { kind, id };
}

function own(caller: Caller): Pick<Claim, 'customerId' | 'sessionId'> {
  return { customerId: caller.subjectId, sessionId: caller.sessionId };
}
