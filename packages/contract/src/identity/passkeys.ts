// Passkeys (WebAuthn, level 3). Options and responses are the JSON forms of the browser's
// `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON`.
import * as z from 'zod/mini';
import { Session } from '../accounts.ts';
import { Base64Url, CredentialId, PasskeyAssertion } from './passkey-assertion.ts';
import { defineRoute } from '../route.ts';
import { Id, Instant, PlainLine, tokenField, SecondFactorCode } from '../wire.ts';

const NAME_LENGTH_MAX = 60;

export const PasskeyName = PlainLine(NAME_LENGTH_MAX);

/** The browser's result for a new passkey. */
export const PasskeyAttestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: Base64Url, attestationObject: Base64Url }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** The browser's options in their JSON form. */
export const PasskeyOptions = z.record(z.string(), z.unknown());

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

export const listPasskeys = defineRoute({
  method: 'POST',
  path: '/api/accounts/passkeys',
  summary: 'The customer’s passkeys, oldest first.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(Passkey),
  rejections: [],
});

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/api/accounts/passkeys/begin',
  summary: "Returns the browser's options for adding a passkey, valid for five minutes.",
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ ...tokenField, code: z.optional(SecondFactorCode) }),
  reply: z.object({ options: PasskeyOptions }),
  rejections: ['password-required', 'second-factor', 'code-invalid', 'too-many-passkeys'],
});

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/accounts/passkeys/add',
  summary: 'Adds the passkey that the browser created.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({
    ...tokenField,
    name: PasskeyName,
    response: PasskeyAttestation,
  }),
  reply: z.object({ id: Id }),
  rejections: ['code-invalid', 'too-many-passkeys'],
});

export const removePasskey = defineRoute({
  method: 'POST',
  path: '/api/accounts/passkeys/remove',
  summary: 'Removes a passkey.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ ...tokenField, id: Id, code: z.optional(SecondFactorCode) }),
  reply: z.object({}),
  rejections: ['password-required', 'second-factor', 'code-invalid', 'not-found'],
});

export const challengePasskey = defineRoute({
  method: 'POST',
  path: '/api/accounts/login/passkey/begin',
  summary:
    "Returns the browser's options for using a passkey: to sign in, as second factor, or to re-authenticate.",
  access: 'public',
  rate: 'credential',
  body: z.strictObject({}),
  reply: z.object({ options: PasskeyOptions }),
  rejections: [],
});

export const loginPasskey = defineRoute({
  method: 'POST',
  path: '/api/accounts/login/passkey',
  summary: 'Signs in with a passkey, which counts as two factors.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ response: PasskeyAssertion }),
  reply: Session,
  rejections: ['invalid-credentials', 'blocked', 'account-closed', 'proof-required'],
});
