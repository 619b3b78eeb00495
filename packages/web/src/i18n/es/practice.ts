export const practice = {
  text: 'Dinero virtual a precios reales. Las ganancias no se pagan.',
  reset: 'Restablecer',
  resetConfirm: 'Restablecer ahora',
  cancel: 'Cancelar',
  resetQuestion: '¿Cerrar todas las posiciones, cancelar todas las órdenes y restablecer {amount}?',
  resetDone: 'Su cuenta demo vuelve a tener {amount}.',
  resetUnknown: 'El restablecimiento no está confirmado. Compruebe su saldo e inténtelo de nuevo.',
  goLive: 'Operar en real',
  offer: 'Practique con {amount} € de dinero virtual',
} as const;
