import type { Rejection, RejectionCode } from '@halyard/contract/rejections';
import type { EngineRejection } from '#engine/engine.ts';

/** The subject of the rejected command: an existing position has its own texts. */
export type RefusedSubject = 'new-position' | 'position';

/** The wire's rejection codes by those of the engine; the facts need no conversion. */
const CODES = {
  blocked: 'blocked',
  'close-only': 'close-only',
  'no-access': 'no-access',
  'not-verified': 'not-verified',
  'price-unavailable': 'price-unavailable',
  'price-moved': 'price-moved',
  'leverage-invalid': 'leverage-invalid',
  'amount-too-small': 'amount-too-small',
  'amount-too-large': 'amount-too-large',
  'open-losses': 'open-losses',
  'too-many-positions': 'too-many-positions',
  'stop-invalid': 'stop-invalid',
  'target-invalid': 'target-invalid',
  'trail-invalid': 'trail-invalid',
  'trail-unavailable': 'trail-unavailable',
  'withdraw-maximum': 'withdraw-maximum',
  'nothing-to-withdraw': 'nothing-to-withdraw',
  'not-found': 'not-found',
  'duplicate-id': 'duplicate-id',
  'not-halted': 'not-halted',
  'adjustment-impossible': 'adjustment-impossible',
  'order-price-invalid': 'order-price-invalid',
  'order-expiry-invalid': 'order-expiry-invalid',
  'too-many-orders': 'too-many-orders',
} as const satisfies Record<EngineRejection['code'], RejectionCode>;

export function toWireRejection(rejection: EngineRejection, subject: RefusedSubject): Rejection {
  const isPosition = subject === 'position' && rejection.code === 'price-unavailable';
  const code = isPosition ? 'position-price-unavailable' : CODES[rejection.code];
  return Object.keys(rejection.facts).length === 0 ? { code } : { code, facts: rejection.facts };
}
