import type { Complete } from '../catalogue.ts';
import type { withdrawal as en } from '../en/withdrawal.ts';

export const withdrawal = {
  title: 'Auszahlen',
  subtitle:
    'Wir erstatten zuerst über Ihre ursprüngliche Zahlungsart. Geben Sie für den Rest eine IBAN an.',
  nothingHint: 'Geld in offenen Positionen kann ausgezahlt werden, sobald diese geschlossen sind.',
  toDeposit: 'Einzahlen',
  amount: 'Betrag',
  available: 'Bis zu {amount}',
  range: 'Von {minimum} bis {amount}',
  fee: 'Gebühr',
  toCard: 'Zurück auf Ihre Karte',
  toAlternative: 'Zurück auf dem alternativen Weg',
  toTitan: 'Zurück an Titan',
  toBank: 'Per Überweisung',
  youGet: 'Sie erhalten',
  splitHint:
    'Wir erstatten zuerst über Ihre ursprüngliche Zahlungsart. Der Rest geht auf ein Bankkonto, das auf Ihren Namen lautet.',
  comments: 'Bemerkungen',
  commentsHint: 'Die IBAN Ihres Bankkontos',
  agreement:
    'Ich bin einverstanden, dass es etwa sieben Werktage dauert, bis das Geld auf meinem Konto erscheint',
  submit: 'Auszahlen',
  contacted: 'Ihre Anfrage wurde gesendet. Ihr Kundenbetreuer meldet sich in Kürze bei Ihnen',
  failed:
    'Die Anfrage konnte nicht gesendet werden, weil der Server nicht erreichbar war. Ein neuer Versuch zahlt nicht doppelt aus.',
  sendLink: 'Link erneut senden',
  linkSent: 'Ein Link wurde an {email} gesendet.',
  linkFailed: 'Der Link konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
