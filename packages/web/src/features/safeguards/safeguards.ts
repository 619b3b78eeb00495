// What customers set against themselves: limits, a time-out, self-exclusion.
export { Exclusion } from './exclusion.tsx';
export { OwnLimits } from './own-limits.tsx';
