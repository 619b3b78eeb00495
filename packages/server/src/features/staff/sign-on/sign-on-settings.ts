import type { Role } from '@halyard/contract/backoffice/roles';

export type SignOnSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** The claim of the ID token with the values that give roles. */
  readonly rolesClaim: string;
  readonly rolesByValue: ReadonlyMap<string, readonly Role[]>;
  readonly label: string;
  /** Whether the provider can be on a private network. */
  readonly allowsPrivate: boolean;
};
