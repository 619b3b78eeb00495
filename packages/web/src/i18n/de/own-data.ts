import type { Complete } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'Ihre Daten',
  download: 'Herunterladen',
  exportTitle: 'Datenexport',
  exportText:
    'Eine ZIP-Datei mit Profil, Sitzungen, Einwilligungen, Mitteilungen, Positionen, Aufträgen, Transaktionen, Buchungen, Dokumenten, Nachrichten und Limits, als JSON und CSV. Wir schreiben Ihnen, wenn sie bereit ist. Sie wird {days} Tage verschlüsselt aufbewahrt und dann gelöscht.',
  request: 'Meine Daten zusammenstellen',
  making: 'Ihre Daten werden zusammengestellt: {percent} %',
  readyUntil: 'Zusammengestellt am {made}, {size}. Gelöscht am {until}.',
  failed: 'Ihre Daten konnten nicht zusammengestellt werden. Bitte versuchen Sie es erneut.',
  erased: 'Die Datei vom {made} wurde gelöscht.',
  again: 'Ab {at} können Sie sie wieder anfordern.',
  saving: '{percent} % heruntergeladen',
  stop: 'Anhalten',
  closeTitle: 'Konto schließen',
  closeText:
    'Ihr Konto wird endgültig geschlossen: Sie werden überall abgemeldet und können sich nicht mehr anmelden. Anmeldeverfahren, Sitzungen, Mitteilungen und Datenexporte werden sofort gelöscht. Ihre Identitätsdaten, Dokumente und Transaktionen müssen wir gesetzlich {years} Jahre aufbewahren; danach werden auch sie gelöscht.',
  closeFirst: 'Laden Sie zuerst Ihre Daten herunter: Danach ist es nicht mehr möglich.',
  obstacles: 'Bevor Sie es schließen können:',
  positions: 'Schließen Sie Ihre offenen Positionen',
  payments: 'Warten Sie laufende Zahlungen ab, oder brechen Sie sie ab',
  cash: 'Zahlen Sie Ihr Guthaben aus',
  credit: 'Kontaktieren Sie uns, damit wir Ihren Kredit entfernen',
  debt: 'Kontaktieren Sie uns, um die Schuld des Kontos auszugleichen',
  knows: 'Mir ist bekannt, dass dies nicht rückgängig gemacht werden kann',
  close: 'Mein Konto schließen',
} satisfies Complete<typeof en>;
