import type { Event } from './event.ts';
import type { EngineRefusalCode, Refusal } from './refusal.ts';

export type Decision =
  | { readonly kind: 'decided'; readonly events: readonly Event[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export function decided(...events: readonly Event[]): Decision {
  return { kind: 'decided', events };
}

export function refused(refusal: Refusal): Decision {
  return { kind: 'refused', refusal };
}

export function refusalOf(code: EngineRefusalCode, facts: Refusal['facts'] = {}): Refusal {
  return { code, facts };
}
