export const practice = {
  text: 'Fondi virtuali a prezzi reali. I profitti non vengono pagati.',
  reset: 'Ripristina',
  resetConfirm: 'Ripristina ora',
  cancel: 'Annulla',
  resetQuestion: 'Chiudere tutte le posizioni, annullare tutti gli ordini e ripristinare {amount}?',
  resetDone: 'Il conto demo ha di nuovo {amount}.',
  resetUnknown: 'Il ripristino non è confermato. Controlli il saldo e riprovi.',
  goLive: 'Passa al conto reale',
  offer: 'Si eserciti con {amount} € di fondi virtuali',
} as const;
