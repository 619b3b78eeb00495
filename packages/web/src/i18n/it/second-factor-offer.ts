import type { Complete } from '../catalogue.ts';
import type { secondFactorOffer as en } from '../en/second-factor-offer.ts';

export const secondFactorOffer = {
  title: 'Proteggi il tuo conto',
  reason:
    'Chi conosce la tua password può accedere al tuo conto. Con un secondo fattore, per accedere o prelevare serve anche un codice della tua app di autenticazione.',
  effort: 'Bastano circa due minuti. Puoi disattivarlo in qualsiasi momento.',
  setUp: 'Configura ora',
  later: 'Ricordamelo tra {days} giorni',
} satisfies Complete<typeof en>;
