// Passkeys of staff, for the local sign-in of the back office. The forms of options and responses
// are those of the customers' passkeys.
import * as z from 'zod/mini';
import { Info, Password } from '#accounts.ts';
import { hasCodeOrPasskey, PasskeyAssertion } from '#identity/passkey-assertion.ts';
import { Passkey, PasskeyAttestation, PasskeyName, PasskeyOptions } from '#identity/passkeys.ts';
import { defineRoute } from '#route.ts';
import { Id, SecondFactorCode } from '#wire.ts';
import { StaffSession } from '../sign-in.ts';

/** The proof that a change of passkeys needs: the password, and a second factor. */
const proof = {
  current_password: Password,
  code: z.optional(SecondFactorCode),
  /** The assertion of another passkey, which replaces the code. */
  passkey: z.optional(PasskeyAssertion),
};

const PROOF_REJECTIONS = [
  'invalid-credentials',
  'code-invalid',
  'blocked',
  'sign-on-required',
  'password-expired',
  'password-change-required',
] as const;

export const listStaffPasskeys = defineRoute({
  method: 'GET',
  path: '/api/backoffice/passkeys',
  summary: 'The caller’s own passkeys, oldest first.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.array(Passkey),
  rejections: [],
});

export const beginStaffPasskey = defineRoute({
  method: 'POST',
  path: '/api/backoffice/passkeys/begin',
  summary:
    'Returns the browser’s options for adding a passkey to the caller’s account, valid for five minutes.',
  access: 'staff',
  roles: 'any',
  rate: 'credential',
  body: z.strictObject(proof).check(hasCodeOrPasskey),
  reply: z.object({ options: PasskeyOptions }),
  rejections: [...PROOF_REJECTIONS, 'too-many-passkeys'],
});

export const addStaffPasskey = defineRoute({
  method: 'POST',
  path: '/api/backoffice/passkeys/add',
  summary: 'Adds the passkey that the browser created; the caller’s other sessions end.',
  access: 'staff',
  roles: 'any',
  rate: 'credential',
  body: z.strictObject({ name: PasskeyName, response: PasskeyAttestation }),
  reply: z.object({ id: Id }),
  rejections: ['code-invalid', 'sign-on-required', 'too-many-passkeys'],
});

export const removeStaffPasskey = defineRoute({
  method: 'POST',
  path: '/api/backoffice/passkeys/remove',
  summary: 'Removes a passkey of the caller; their other sessions end.',
  access: 'staff',
  roles: 'any',
  rate: 'credential',
  body: z.strictObject({ ...proof, id: Id }).check(hasCodeOrPasskey),
  reply: z.object({}),
  rejections: [...PROOF_REJECTIONS, 'not-found'],
});

export const challengeStaffPasskey = defineRoute({
  method: 'POST',
  path: '/api/backoffice/login/passkey/begin',
  summary: 'Returns the browser’s options for using a passkey of the back office.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({}),
  reply: z.object({ options: PasskeyOptions }),
  rejections: [],
});

export const loginStaffPasskey = defineRoute({
  method: 'POST',
  path: '/api/backoffice/login/passkey',
  summary:
    'Signs a member of staff in with a passkey, which counts as two factors. The session has the limits of one with a password.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ response: PasskeyAssertion, info: Info }),
  reply: StaffSession,
  rejections: ['invalid-credentials', 'blocked', 'sign-on-required', 'proof-required'],
});
