import type { Complete } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'Ihre Daten',
  download: 'Herunterladen',
  exportTitle: 'Alles, was wir über Sie gespeichert haben',
  exportText:
    'Eine ZIP-Datei mit Profil, Sitzungen, Einwilligungen, Mitteilungen, Positionen, Aufträgen, Transaktionen, Buchungen, Dokumenten, Nachrichten und Limits, als JSON und CSV. Wir schreiben Ihnen, wenn sie bereit ist. Sie wird {days} Tage verschlüsselt aufbewahrt und dann gelöscht.',
  request: 'Meine Daten zusammenstellen',
  making: 'Ihre Daten werden zusammengestellt: {percent} %',
  readyUntil: 'Zusammengestellt am {made}, {size}. Gelöscht am {until}.',
  failed: 'Ihre Daten konnten nicht zusammengestellt werden. Bitte versuchen Sie es noch einmal.',
  erased: 'Die Datei vom {made} wurde gelöscht.',
  again: 'Ab {at} können Sie sie wieder anfordern.',
  saving: '{percent} % heruntergeladen',
  stop: 'Anhalten',
  closeTitle: 'Konto schließen',
  closeText:
    'Ihr Konto endet für immer: Sie werden überall abgemeldet und können sich nicht mehr anmelden. Anmeldeverfahren, Sitzungen, Mitteilungen und Datenexporte werden sofort gelöscht. Wer Sie sind, Ihre Dokumente und Ihre Transaktionen müssen wir nach dem Gesetz {years} Jahre aufbewahren; danach werden auch sie gelöscht.',
  closeFirst: 'Laden Sie zuerst Ihre Daten herunter: Danach ist es nicht mehr möglich.',
  obstacles: 'Bevor Sie es schließen können:',
  positions: 'Schließen Sie Ihre offenen Positionen',
  payments: 'Warten Sie laufende Zahlungen ab, oder brechen Sie sie ab',
  cash: 'Zahlen Sie Ihr Guthaben aus',
  credit: 'Schreiben Sie uns, damit wir Ihren Kredit zurücknehmen',
  debt: 'Schreiben Sie uns, um die Schuld des Kontos auszugleichen',
  knows: 'Ich weiß, dass das nicht rückgängig zu machen ist',
  close: 'Mein Konto schließen',
} satisfies Complete<typeof en>;
