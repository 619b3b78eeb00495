// German texts of the resources of content and messages.
import type { ResourceTexts } from '../text-types.ts';

const saving = {
  save: [
    'Speichern',
    'Speichert die nächste Version vollständig und bereinigt wie jede Seite, oder gar nicht. Besucher sehen weiterhin die Version, die online ist.',
  ],
  restore: [
    'Wiederherstellen',
    'Speichert eine frühere Version als neueste. Besucher sehen sie nach der Veröffentlichung.',
  ],
  publish: ['Veröffentlichen', 'Veröffentlicht die neueste Version; es muss die geprüfte sein.'],
} as const;

const finishing = {
  done: ['Als erledigt markieren', 'Markiert die Nachricht als bearbeitet.'],
  reopen: ['Wieder öffnen', 'Setzt die Nachricht wieder auf die Arbeitsliste.'],
} as const;

export const contentResources: Readonly<Record<string, ResourceTexts>> = {
  pages: {
    title: 'Seiten',
    one: 'Seite',
    actions: {
      create: ['Anlegen', 'Legt eine Seite als Entwurf an.'],
      ...saving,
      unpublish: ['Offline nehmen', 'Nimmt die Seite offline; sie wird zum Entwurf.'],
    },
  },
  singletons: { title: 'Website-Einstellungen', one: 'Website-Einstellung', actions: saving },
  popups: {
    title: 'Pop-ups',
    one: 'Pop-up',
    actions: {
      create: ['Pop-up anlegen', 'Zeigt jedem Kunden eine Mitteilung, bis er sie schließt.'],
      withdraw: ['Zurückziehen', 'Zieht die Mitteilung zurück.'],
    },
  },
  'calendar-events': {
    title: 'Wirtschaftstermine',
    one: 'Wirtschaftstermin',
    actions: {
      create: [
        'Termin anlegen',
        'Legt einen Termin an oder aktualisiert die Werte des Termins mit gleicher Zeit, Währung und gleichem Titel.',
      ],
      change: [
        'Ändern',
        'Legt Bedeutung und Werte fest. Um Zeit oder Titel zu ändern, legen Sie einen neuen Termin an.',
      ],
      remove: ['Entfernen', 'Entfernt einen Termin aus dem Kalender.'],
      import: [
        'Termine importieren',
        'Legt die Termine einer CSV-Datei mit den Spalten time, currency, importance, title, actual, forecast und previous an: alle oder keinen.',
      ],
    },
  },
  'contact-messages': {
    title: 'Kontaktanfragen',
    one: 'Kontaktanfrage',
    queues: ['offen'],
    actions: finishing,
  },
  'form-entries': {
    title: 'Formulareingänge',
    one: 'Formulareingang',
    queues: ['offen'],
    actions: finishing,
  },
};
