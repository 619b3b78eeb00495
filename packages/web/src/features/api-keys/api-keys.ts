// The keys with which a customer's programs use the public API.
export { ApiKeys } from './key-list.tsx';
