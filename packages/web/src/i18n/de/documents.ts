import type { Complete } from '../catalogue.ts';
import type { documents as en } from '../en/documents.ts';

export const documents = {
  title: 'Dokumente',
  loading: 'Wird geladen',
  uploadsLeft: 'Heute noch {left} von {maximum} Dateien möglich',
  passport: 'Reisepass oder Personalausweis',
  address: 'Adressnachweis',
  'funding-front': 'Zahlungskarte, Vorderseite',
  'funding-back': 'Zahlungskarte, Rückseite',
  'passport-hint': 'Alle vier Ecken sichtbar · jpg, jpeg oder pdf, bis 2 MB',
  'address-hint':
    'Rechnung oder Kontoauszug der letzten drei Monate · jpg, jpeg oder pdf, bis 2 MB',
  'funding-front-hint':
    'Verdecken Sie alles außer den letzten vier Ziffern · jpg, jpeg oder pdf, bis 2 MB',
  'funding-back-hint':
    'Verdecken Sie vor dem Fotografieren den dreistelligen Code · jpg, jpeg oder pdf, bis 2 MB',
  processing: 'In Prüfung',
  approved: 'Genehmigt',
  rejected: 'Abgelehnt',
  rejectedHint: 'Das Dokument konnte nicht angenommen werden. Bitte senden Sie ein anderes.',
  approvedAt: 'Genehmigt {moment}',
  validUntil: 'gültig bis {day}',
  expiresSoon: 'Gültig bis {day}. Bitte laden Sie vorher ein neues hoch.',
  expiredOn: 'Abgelaufen: Es war bis {day} gültig. Bitte laden Sie ein neues hoch.',
  sent: 'Gesendet {moment}',
  processingHint: 'meist innerhalb eines Werktags geprüft',
  file: 'Datei zu {title}',
  upload: 'Hochladen',
  uploadAgain: 'Erneut hochladen',
  notSupported: 'Datei nicht unterstützt',
  wrongType:
    'Wählen Sie jpg, jpeg oder pdf. Ein Telefon kann ein Foto als jpg statt heic speichern.',
  tooLarge:
    'Die Datei darf höchstens {maximum} MB groß sein. Fotografieren Sie mit geringerer Auflösung.',
  failed: 'Der Server war nicht erreichbar. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
