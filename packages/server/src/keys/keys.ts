// The keys of an installation: checked at the start, rotated by the operator, retired when nothing
// uses them any more.
export { checkSecrets, FIRST_KEYS, SecretUnfit } from './check-secrets.ts';
export { createKeys } from './create-keys.ts';
