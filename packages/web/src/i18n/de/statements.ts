import type { Complete } from '../catalogue.ts';
import type { statements as en } from '../en/statements.ts';

export const statements = {
  heading: 'Kontoauszüge',
  title: 'Kontoauszug',
  text: 'Alle Geldbewegungen und Positionen eines Zeitraums mit ihren Kosten.',
  period: 'Zeitraum',
  thisMonth: 'Dieser Monat',
  lastMonth: 'Letzter Monat',
  thisYear: 'Dieses Jahr',
  lastYear: 'Letztes Jahr',
  from: 'Erster Tag',
  until: 'Letzter Tag',
  format: 'Datei',
  pdf: 'PDF, zum Ausdrucken',
  csv: 'CSV, für Tabellenprogramme',
  zone: 'Zeiten in UTC. Ein Auszug fasst höchstens {maximum} Zeilen.',
  make: 'Auszug herunterladen',
  saved: '{name} wurde heruntergeladen',
  failed:
    'Der Auszug konnte nicht erstellt werden, weil der Server nicht erreichbar war. Versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
