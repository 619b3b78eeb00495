// The sandboxes of payment providers: all that the program itself may take from here, for the demo.
export { createIkajoSandbox } from './ikajo/ikajo.ts';
export { createIpaytotalSandbox } from './ipaytotal/ipaytotal.ts';
export { createPaymaxisSandbox } from './paymaxis/paymaxis.ts';
export { createPaywaySandbox } from './payway/payway.ts';
export type { PaymentSandbox } from './payment-desk/sandbox.ts';
