import type { Complete } from '../catalogue.ts';
import type { alerts as en } from '../en/alerts.ts';

export const alerts = {
  title: 'Kursalarme',
  dismiss: 'Schließen',
  side: 'Beobachteter Kurs von {symbol}',
  sellPrice: 'Verkaufskurs',
  buyPrice: 'Kaufkurs',
  price: 'Alarmkurs',
  priceNow: 'Jetzt {rate}',
  priceUnreadable: 'Geben Sie einen Kurs mit höchstens {decimals} Nachkommastellen ein',
  set: 'Alarm für {symbol} setzen',
  hint: 'Wir benachrichtigen Sie einmal, auch wenn Sie abgemeldet sind: in Ihren Mitteilungen und per E-Mail, sofern Sie diese E-Mails nicht abgeschaltet haben.',
  waiting: 'Wartend ({count} von {maximum})',
  reached: 'Erreicht',
  named: '{symbol} bei {rate}',
  whenRises: '{side}, wenn er auf diesen Wert steigt',
  whenFalls: '{side}, wenn er auf diesen Wert fällt',
  reachedAt: '{side} war {rate}, {moment}',
  remove: 'Entfernen',
  removeNamed: '{symbol} bei {rate} entfernen',
} satisfies Complete<typeof en>;
