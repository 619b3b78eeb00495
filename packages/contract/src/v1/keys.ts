// API keys as a program sees them. They are created in the profile, after re-authentication.
import * as z from 'zod/mini';
import { API_KEYS_MAX, API_SCOPES } from '../api-keys.ts';
import { about, component, Environment, OpaqueId, Page, Time } from './atoms.ts';
import { defineOperation } from './operation.ts';

export const Key = z
  .object({
    id: OpaqueId,
    name: z.string().check(about('The name that you gave the key.', 'Grid bot')),
    start: z
      .string()
      .check(
        about('The first characters of the key, by which you can recognise it.', 'hk_live_a1B2'),
      ),
    is_current: z.boolean().check(about('Whether this request was made with the key.', true)),
    environment: Environment,
    scopes: z.array(z.enum(API_SCOPES)).check(about('What the key may do.', ['read', 'trade'])),
    networks: z
      .array(z.string())
      .check(
        about('The addresses and CIDR ranges from which the key can be used; empty means any.', [
          '203.0.113.0/24',
        ]),
      ),
    created_at: Time,
    expires_at: z.nullable(Time).check(about('Null if the key does not expire.', null)),
    last_used_at: z
      .nullable(Time)
      .check(about('Null if it was never used.', '2026-01-15T09:30:00.000Z')),
    last_refused_at: z
      .nullable(Time)
      .check(
        about('When a request from outside these networks was last rejected; null if never.', null),
      ),
  })
  .check(component('Key', 'An API key without its secret.'));
export type Key = z.infer<typeof Key>;

export const listKeys = defineOperation({
  id: 'listKeys',
  tag: 'keys',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  description: `Returns the keys of the key's account, at most ${API_KEYS_MAX}, oldest first, without their secrets. The profile also shows the addresses that used them.`,
  scope: 'read',
  status: 200,
  reply: Page('KeyPage', Key),
  codes: [],
});

export const revokeKey = defineOperation({
  id: 'revokeKey',
  tag: 'keys',
  method: 'DELETE',
  path: '/keys/{key_id}',
  summary: 'Revoke an API key',
  description:
    'Revokes a key of the key’s account. It stops working immediately, its streams end within two seconds, and you are notified by mail. Any key can revoke itself, for instance when it has leaked; to revoke another key it needs the scope `trade`.',
  scope: 'read',
  params: z.strictObject({ key_id: OpaqueId.check(about('The id of the key.', '4711')) }),
  status: 204,
  codes: ['not-found'],
});
