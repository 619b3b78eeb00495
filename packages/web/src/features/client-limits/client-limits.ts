// Client limits: deposit and loss limits, time-out, self-exclusion.
export { Exclusion } from './exclusion.tsx';
export { OwnLimits } from './own-limits.tsx';
