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
  submit: 'Depositar',
  contacted: 'Tu gestor de cuenta se pondrá en contacto contigo en breve',
  toTransactions: 'Ver tus transacciones',
  failed:
    'El depósito no comenzó porque el servidor no está disponible. Reintentarlo no puede cobrarte dos veces.',
  handOver: 'En un momento pasas a la página del proveedor de pagos.',
  continue: 'Continuar',
  returnTitle: 'Tu pago',
  returnWaiting: 'Esperando al proveedor de pagos',
  returnUnknown: 'En tu cuenta no hay ese pago.',
  toTrading: 'Seguir operando',
} satisfies Complete<typeof en>;
