import type { Complete } from '../catalogue.ts';
import type { alerts as en } from '../en/alerts.ts';

export const alerts = {
  title: 'Kursalarme',
  dismiss: 'Schließen',
  side: 'Welcher Kurs von {symbol}',
  sellPrice: 'Verkaufskurs',
  buyPrice: 'Kaufkurs',
  price: 'Benachrichtigen bei',
  priceNow: 'Jetzt {rate}',
  priceUnreadable: 'Geben Sie einen Kurs mit höchstens {decimals} Nachkommastellen ein',
  set: 'Alarm für {symbol} setzen',
  hint: 'Sie erfahren es einmal, auch abgemeldet: in Ihren Mitteilungen und per Mail, wenn Sie solche Mails nicht abgeschaltet haben.',
  waiting: 'Wartend ({count} von {maximum})',
  reached: 'Erreicht',
  named: '{symbol} bei {rate}',
  whenRises: '{side}, wenn er dorthin steigt',
  whenFalls: '{side}, wenn er dorthin fällt',
  reachedAt: '{side} war {rate}, {moment}',
  remove: 'Entfernen',
  removeNamed: '{symbol} bei {rate} entfernen',
} satisfies Complete<typeof en>;
