// The customer's API keys.
export { ApiKeys } from './key-list.tsx';
