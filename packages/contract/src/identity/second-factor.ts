// The second factor: an authenticator app (RFC 6238), with recovery codes in case it is lost.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { tokenField, SecondFactorCode } from '../wire.ts';

/** Recovery codes, which are shown only once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const enableSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/accounts/secondFactor/enable',
  summary:
    'Starts the enrolment and returns a secret for the app. Sign-in requires it only after confirmation.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject(tokenField),
  /** The reply: the secret in base32, and the address for its QR code. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
  // 'not-found': the second factor is already on.
  rejections: ['password-required', 'not-found'],
});

export const confirmSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/accounts/secondFactor/confirm',
  summary: 'Confirms the enrolment with a first code; the other sessions end.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ code: SecondFactorCode, ...tokenField }),
  reply: RecoveryCodes,
  // 'not-found': no enrolment was started, or the second factor is already on.
  rejections: ['password-required', 'code-invalid', 'not-found'],
});

export const disableSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/accounts/secondFactor/disable',
  summary: 'Turns the second factor off.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ code: z.optional(SecondFactorCode), ...tokenField }),
  reply: z.object({}),
  rejections: ['password-required', 'second-factor', 'code-invalid', 'not-found'],
});

export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/accounts/secondFactor/recoveryCodes',
  summary: 'Creates new recovery codes; the old ones become invalid.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ code: z.optional(SecondFactorCode), ...tokenField }),
  reply: RecoveryCodes,
  rejections: ['password-required', 'second-factor', 'code-invalid', 'not-found'],
});
