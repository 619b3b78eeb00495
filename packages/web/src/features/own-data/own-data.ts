// The customer's own data: everything that is held about them, and the end of it.
export { CloseAccount } from './close-account.tsx';
export { Export } from './export.tsx';
