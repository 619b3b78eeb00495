// Signatures by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body` with the bytes behind `whsec_`.
import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 24;

export function createSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export type Signed = {
  readonly id: string;
  readonly timestampS: number;
  readonly body: string;
};

/** Returns the header `webhook-signature`: one signature for each secret. */
export function sign({ id, timestampS, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestampS}.${body}`);
      return `v1,${signature.digest('base64')}`;
    })
    .join(' ');
}
