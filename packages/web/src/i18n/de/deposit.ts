import type { Complete } from '../catalogue.ts';
import type { deposit as en } from '../en/deposit.ts';

export const deposit = {
  title: 'Einzahlen',
  loading: 'Wird geladen',
  incompleteHint: 'Füllen Sie vor Ihrer ersten Einzahlung alle Felder Ihres Profils aus.',
  method: 'Zahlungsart',
  card: 'Karte',
  bank: 'Überweisung',
  alternative: 'Alternative',
  titan: 'Titan',
  amount: 'Betrag',
  minimumHint: 'Mindestens 250 €',
  unpaid: 'Noch nicht bezahlte Einzahlungen über {amount} sind darin berücksichtigt.',
  unpaidCancel: 'Nicht mehr gewünschte stornieren',
  submit: 'Einzahlen',
  contacted: 'Ihr Kundenbetreuer meldet sich in Kürze bei Ihnen',
  toTransactions: 'Ihre Transaktionen ansehen',
  accountHolder: 'Kontoinhaber',
  reference: 'Verwendungszweck',
  bankDetails: 'Bankverbindung',
  referenceHint:
    'Geben Sie diesen Verwendungszweck an, damit wir Ihre Überweisung gutschreiben können.',
  transferCode: 'QR-Code für Ihre Banking-App',
  failed:
    'Die Einzahlung konnte nicht begonnen werden, weil der Server nicht erreichbar war. Ein neuer Versuch belastet Sie nicht doppelt.',
  handOver: 'Sie werden zum Zahlungsanbieter weitergeleitet…',
  continue: 'Weiter',
  returnTitle: 'Ihre Zahlung',
  returnWaiting: 'Wir warten auf den Zahlungsanbieter',
  returnUnknown: 'Wir können diese Zahlung in Ihrem Konto nicht finden.',
  toTrading: 'Weiter zum Handel',
  verifyFirst: 'Bevor Sie handeln können, prüfen wir Ihre Identität.',
} satisfies Complete<typeof en>;
