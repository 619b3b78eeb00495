import type { Complete } from '../catalogue.ts';
import type { calendar as en } from '../en/calendar.ts';

export const calendar = {
  title: 'Wirtschaftskalender',
  subtitle: 'Wann wichtige Wirtschaftsdaten veröffentlicht werden.',
  currencies: 'Währungen',
  importance: 'Wichtigkeit',
  low: 'Niedrig',
  medium: 'Mittel',
  high: 'Hoch',
  zone: 'Zeiten von {zone}',
  weekBefore: 'Woche davor',
  weekAfter: 'Woche danach',
  thisWeek: 'Diese Woche',
  time: 'Zeit',
  currency: 'Währung',
  event: 'Ereignis',
  actual: 'Aktuell',
  forecast: 'Prognose',
  previous: 'Zuvor',
  nothing: 'Keine Ereignisse',
  nothingText: 'In dieser Woche passt kein Ereignis zu den Filtern.',
  choose: 'Wählen Sie mindestens eine Währung und eine Wichtigkeit.',
  hosted: 'Wirtschaftskalender von TradingView',
  credit: 'Wirtschaftskalender von TradingView',
  hostedOffer:
    'Das ist unser eigener Kalender. Der Drittanbieter TradingView hat einen umfangreicheren.',
  hostedShow: 'Hier anzeigen',
  hostedOwn: 'Unseren anzeigen',
} satisfies Complete<typeof en>;
