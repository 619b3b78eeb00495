// What guards the account: the second factor, passkeys, and where it is signed in.
export { Passkeys } from './passkeys.tsx';
export { SecondFactor } from './second-factor.tsx';
export { Sessions } from './sessions.tsx';
