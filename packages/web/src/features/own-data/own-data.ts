// The customer's own data: its export, and account closure.
export { CloseAccount } from './close-account.tsx';
export { Export } from './export.tsx';
