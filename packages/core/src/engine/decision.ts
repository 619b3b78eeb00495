import type { Event } from './event.ts';
import type { EngineRejectionCode, Rejection } from './rejection.ts';

export type Decision =
  | { readonly kind: 'decided'; readonly events: readonly Event[] }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export function decided(...events: readonly Event[]): Decision {
  return { kind: 'decided', events };
}

export function refused(rejection: Rejection): Decision {
  return { kind: 'refused', rejection };
}

export function rejectionOf(code: EngineRejectionCode, facts: Rejection['facts'] = {}): Rejection {
  return { code, facts };
}
