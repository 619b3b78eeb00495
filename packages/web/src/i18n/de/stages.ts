import type { Complete } from '../catalogue.ts';
import type { stages as en } from '../en/stages.ts';

export const stages = {
  'being-booked': 'In Bearbeitung',
  'deposit-waiting-for-you': 'Wartet auf Ihre Zahlung',
  'deposit-waiting-for-transfer': 'Wartet auf Ihr Geld; Ihr Kundenbetreuer meldet sich bei Ihnen',
  'deposit-waiting-for-provider': 'Wartet auf den Zahlungsanbieter',
  'deposit-waiting-for-review': 'In Prüfung',
  'deposit-credited': 'Ihrem Konto gutgeschrieben',
  'deposit-failed': 'Nicht abgeschlossen; nichts wurde gutgeschrieben',
  'deposit-cancelled': 'Abgebrochen; nichts wurde gutgeschrieben',
  'deposit-rejected': 'Von uns abgelehnt',
  'deposit-refunded': 'An Sie erstattet',
  'deposit-charged-back': 'Von Ihrer Bank zurückgebucht',
  'withdrawal-waiting-for-us': 'Wartet auf unsere Freigabe',
  'withdrawal-waiting-for-second': 'Wartet auf unsere zweite Freigabe',
  'withdrawal-being-paid': 'Freigegeben; wir zahlen aus',
  'withdrawal-paid': 'Ausgezahlt; Ihre Bank braucht vielleicht einige Tage',
  'withdrawal-cancelled': 'Abgebrochen; das Geld ist wieder auf Ihrem Konto',
  'withdrawal-rejected': 'Von uns abgelehnt; das Geld ist wieder auf Ihrem Konto',
  'withdrawal-bounced': 'Von der Bank zurückgegeben',
  'withdrawal-returned': 'Wieder auf Ihrem Konto',
  'withdrawal-fee': 'Gebühr einer Auszahlung',
  granted: 'Von uns gutgeschrieben',
} as const satisfies Complete<typeof en>;
