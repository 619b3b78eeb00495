// Account security: the second factor, passkeys, and sign-in sessions.
export { Passkeys } from './passkeys.tsx';
export { SecondFactor } from './second-factor.tsx';
export { Sessions } from './sessions.tsx';
