export { Webhooks } from './webhook-list.tsx';
