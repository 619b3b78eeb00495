export const practice = {
  text: 'Fondi virtuali a prezzi reali. I profitti non vengono pagati.',
  reset: 'Ripristina',
  resetConfirm: 'Ripristina ora',
  cancel: 'Annulla',
  resetQuestion: 'Chiudere tutte le posizioni, annullare tutti gli ordini e ripristinare {amount}?',
  resetDone: 'Il conto demo ha di nuovo {amount}.',
  resetUnknown: 'Il ripristino non è confermato. Controlli il saldo e riprovi.',
  goLive: 'Passa al conto reale',
  first: 'Vuoi fare trading subito? Esercitati con denaro virtuale: non servono altri dati.',
  practise: 'Inizia a esercitarti',
  performance: 'Rendimento',
  more: 'Altro',
  tour: 'Tour della schermata di trading',
  tourStep: '{step} di {steps}',
  tourMarket:
    'Scegli un mercato: la lista mostra i prezzi in tempo reale e un clic apre il grafico.',
  tourTicket:
    'Apri una posizione: scegli importo e leva, poi Compra se prevedi un rialzo o Vendi se prevedi un ribasso.',
  tourPosition:
    'La posizione appare sotto Posizioni con il profitto attuale. Chiudila lì, oppure imposta stop loss e take profit.',
  tourHelp: 'Trovi questo tour anche in «Schermo e tastiera».',
  tourReset: 'Il ripristino ridà il denaro virtuale una volta al giorno.',
  tourSkip: 'Salta',
  tourBack: 'Indietro',
  tourNext: 'Avanti',
  tourEnd: 'Fine',
  offer: 'Si eserciti con {amount} € di fondi virtuali',
} as const;
