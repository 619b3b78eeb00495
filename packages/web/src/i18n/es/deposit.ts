import type { Complete } from '../catalogue.ts';
import type { deposit as en } from '../en/deposit.ts';

export const deposit = {
  title: 'Depósito',
  loading: 'Cargando',
  incompleteHint: 'Antes del primer depósito hacen falta los diez datos de tu perfil.',
  method: 'Método de pago',
  card: 'Tarjeta',
  bank: 'Transferencia bancaria',
  alternative: 'Alternativo',
  titan: 'Titan',
  amount: 'Importe',
  minimumHint: 'Al menos 250 €',
  unpaid: 'Los depósitos pendientes de pago, por {amount}, ya se han descontado.',
  unpaidCancel: 'Cancela los que ya no quieras',
  submit: 'Depositar',
  contacted: 'Tu gestor de cuenta se pondrá en contacto contigo en breve',
  toTransactions: 'Ver tus transacciones',
  accountHolder: 'Titular',
  reference: 'Concepto',
  bankDetails: 'Datos bancarios',
  referenceHint: 'Indica este concepto para que podamos abonar tu transferencia.',
  transferCode: 'Código QR para tu app bancaria',
  failed:
    'El depósito no comenzó porque el servidor no está disponible. Reintentarlo no puede cobrarte dos veces.',
  handOver: 'Te llevamos al proveedor de pago…',
  continue: 'Continuar',
  returnTitle: 'Tu pago',
  returnWaiting: 'Esperando al proveedor de pagos',
  returnUnknown: 'En tu cuenta no hay ese pago.',
  toTrading: 'Seguir operando',
  verifyFirst: 'Antes de que puedas operar, verificamos tu identidad.',
} satisfies Complete<typeof en>;
