// The signing secrets of webhooks: encrypted like other credentials, and bound to their row.
import type { Identity } from '#features/identity/identity.ts';
import type { EndpointRow } from './webhook-store.ts';

export type Secrets = {
  cipher(endpointId: number, secret: string): string;
  /** Returns the secrets that deliveries are signed with now, the newest first. */
  open(endpoint: EndpointRow, nowMs: number): readonly string[];
};

/** Returns the text that binds a secret to its endpoint. */
export function ownerOf(endpointId: number): string {
  return `webhook:${endpointId}`;
}

export function createSecrets({ cipher }: Pick<Identity, 'cipher'>): Secrets {
  return {
    cipher: (endpointId, secret) => cipher.close(secret, ownerOf(endpointId)),
    open: (endpoint, nowMs) => {
      const { id, sealed_secret, sealed_previous_secret: previous, previous_until } = endpoint;
      const isPreviousUsed = previous !== null && (previous_until?.getTime() ?? 0) > nowMs;
      const encrypted = isPreviousUsed ? [sealed_secret, previous] : [sealed_secret];
      return encrypted.map((one) => cipher.open(one, ownerOf(id)));
    },
  };
}
