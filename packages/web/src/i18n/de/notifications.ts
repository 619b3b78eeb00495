import type { Complete } from '../catalogue.ts';
import type { notifications as en } from '../en/notifications.ts';

export const notifications = {
  heading: 'Mitteilungen',
  title: 'Mitteilungen',
  readAll: 'Alle als gelesen markieren',
  new: 'Neu',
  nothing: 'Noch keine Mitteilungen',
  nothingHint:
    'Hier erfahren Sie, was auf Ihrem Konto geschieht: Einzahlungen, geschlossene Positionen, Dokumente.',
  mailTitle: 'E-Mail-Benachrichtigungen',
  required: 'Werden immer gesendet',
  language: 'Sprache der E-Mails',
  failed: 'Es wurde nichts geändert, weil der Server nicht erreichbar war.',
  'group-trading': 'Handel',
  'group-alerts': 'Kursalarme',
  'group-auto-trading': 'Automatischer Handel',
  'group-documents': 'Dokumente',
  'group-news': 'Neuigkeiten',
  'group-risk': 'Risiko',
  'group-money': 'Geld',
  'group-security': 'Sicherheit',
  'group-account': 'Konto',
  older: 'Ältere anzeigen',
} satisfies Complete<typeof en>;
