// The signing secrets of webhooks: encrypted like other credentials, and bound to their row.
import type { Identity } from '#features/identity/identity.ts';
import type { EndpointRow } from './webhook-store.ts';

export type Secrets = {
  seal(endpointId: number, secret: string): string;
  /** Returns the secrets that deliveries are signed with now, the newest first. */
  open(endpoint: EndpointRow, nowMs: number): readonly string[];
};

/** Returns the text that binds a secret to its endpoint. */
export function ownerOf(endpointId: number): string {
  return `webhook:${endpointId}`;
}

export function createSecrets({ seal }: Pick<Identity, 'seal'>): Secrets {
  return {
    seal: (endpointId, secret) => seal.close(secret, ownerOf(endpointId)),
    open: (endpoint, nowMs) => {
      const { id, sealed_secret, sealed_previous_secret: previous, previous_until } = endpoint;
      const isPreviousUsed = previous !== null && (previous_until?.getTime() ?? 0) > nowMs;
      const sealed = isPreviousUsed ? [sealed_secret, previous] : [sealed_secret];
      return sealed.map((one) => seal.open(one, ownerOf(id)));
    },
  };
}
