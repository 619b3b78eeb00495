// The browser's result after a passkey was used, in its JSON form.
import * as z from 'zod/mini';

const CREDENTIAL_ID_LENGTH_MAX = 1400;
const BYTES_LENGTH_MAX = 12_000;

export const Base64Url = z.string().check(z.maxLength(BYTES_LENGTH_MAX), z.regex(/^[\w-]+$/));
export const CredentialId = z
  .string()
  .check(z.maxLength(CREDENTIAL_ID_LENGTH_MAX), z.regex(/^[\w-]+$/));

export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

type Second = { readonly code?: unknown; readonly passkey?: unknown };
/** Requires the code of an authenticator app or a passkey, not both. */
export const hasCodeOrPasskey = z.refine<Second>(
  ({ code, passkey }) => (code === undefined) !== (passkey === undefined),
  { path: ['code'], message: 'This field is required' },
);
