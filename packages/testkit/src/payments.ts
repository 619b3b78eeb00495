// The sandboxes of payment providers: the only part of this package that the program itself
// imports, for the demo.
export { createIkajoSandbox } from './ikajo/ikajo.ts';
export { createIpaytotalSandbox } from './ipaytotal/ipaytotal.ts';
export { createPaymaxisSandbox } from './paymaxis/paymaxis.ts';
export { createPaywaySandbox } from './payway/payway.ts';
export type { PaymentSandbox } from './payment-desk/sandbox.ts';
