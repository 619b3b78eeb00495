// The colour of each state: done, waiting, or rejected.
import type { Tone } from '#ui/figures/badge.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  accepted: 'up',
  active: 'up',
  approved: 'up',
  completed: 'up',
  delivered: 'up',
  done: 'up',
  paid: 'up',
  buy: 'up',
  'not-screened': 'warn',
  open: 'warn',
  pending: 'warn',
  processing: 'warn',
  waiting: 'warn',
  blocked: 'down',
  cancelled: 'down',
  clear: 'up',
  dead: 'down',
  due: 'warn',
  expired: 'down',
  hit: 'down',
  confirmed: 'warn',
  failed: 'down',
  refused: 'down',
  rejected: 'down',
  sell: 'down',
};

export function toneOf(state: string): Tone {
  return (Object.hasOwn(TONES, state) ? TONES[state] : undefined) ?? 'neutral';
}
