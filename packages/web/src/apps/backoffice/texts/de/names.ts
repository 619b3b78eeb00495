// German labels of declared names that no declaration spells out.
import type { Names, NamesByField } from '../text-types.ts';
import { languages } from './content.ts';
import { contentNames } from './content-names.ts';
import { eventNames } from './event-names.ts';
import { fieldNames } from './field-names.ts';
import { overviewNames } from './overview-names.ts';
import { valueNames } from './value-names.ts';

export const names: Names = {
  ...eventNames,
  ...contentNames,
  ...overviewNames,
  ...valueNames,
  ...fieldNames,
};

export const choices: NamesByField = {
  nats: { connected: 'Verbunden', lost: 'Verbindung verloren', none: 'Nicht verwendet' },
  program_state: {
    active: 'Aktiv',
    ready: 'Bereit',
    standby: 'Standby',
    'not-ready': 'Nicht bereit',
    lost: 'Verloren',
  },
  problem: {
    'program-lost': 'Programm nicht mehr gesehen',
    'no-engine-lease': 'Kein Programm hat die Lease der Engine: Aufträge werden abgelehnt',
    'no-programs': 'In den letzten Sekunden kein Programm gesehen',
    'no-engine': 'Kein Programm führt die Engine aus',
    'no-engine-standby':
      'Kein Standby für die Engine: Fällt das aktive Programm aus, ruht der Handel',
    'no-market': 'Kein Programm liefert Kurse: Nichts kann gehandelt werden',
    'no-market-standby': 'Kein Standby für die Kurse: Fällt das aktive Programm aus, veralten sie',
    'no-edge': 'Kein Programm bedient Kunden',
    'only-one-edge': 'Nur ein Programm bedient Kunden: Fällt es aus, kann niemand handeln',
    'not-serving': 'Nicht bereit: beantwortet Aufträge mit Status 503',
    'standby-empty': 'Standby ohne Konten: Eine Übernahme lädt sie zuerst',
    'standby-behind': 'Standby weit hinter der Engine',
    'messages-lost': 'Nicht mit NATS verbunden',
    'clock-wrong': 'Uhr weicht von der Datenbank ab',
    'other-release': 'Programm einer anderen Version als die Datenbank',
    'versions-differ': 'Programme verschiedener Versionen',
    'replicas-hidden': 'Zustand der Standbys von PostgreSQL für das Programm nicht sichtbar',
    'no-synchronous-replica': 'Kein synchroner Standby von PostgreSQL: Aufträge warten darauf',
    'replication-asynchronous': 'Replikation nicht synchron: Ein Failover verliert Aufträge',
    'replica-not-streaming': 'Standby von PostgreSQL empfängt nicht laufend',
    'replica-behind': 'Standby von PostgreSQL weit im Rückstand',
  },
  kind: { address: 'Adressnachweis' },
  expiry: { due: 'Läuft bald ab', expired: 'Abgelaufen', open: 'Zu bearbeiten' },
  device: { 'Unknown device': 'Unbekanntes Gerät' },
  media_type: { 'image/jpeg': 'JPEG', 'application/pdf': 'PDF' },
  screening_state: {
    off: 'Aus',
    'not-screened': 'Noch nicht geprüft',
    clear: 'Ohne Treffer',
    review: 'Zu prüfen',
    hit: 'Treffer',
    accepted: 'Von Compliance akzeptiert',
    confirmed: 'Treffer von Compliance bestätigt',
  },
  mailed_about: {
    'withdrawals/to-approve': 'Auszahlungen zur Freigabe',
    'withdrawals/to-pay': 'Auszahlungen auszuführen',
    'deposits/to-review': 'Einzahlungen und Kredite zu prüfen',
    'deposits/to-confirm': 'Einzahlungen und Kredite zu bestätigen',
    'approvals/waiting': 'Freigaben ausstehend',
    'shortfalls/open': 'Fehlbeträge offen',
    'documents/to-review': 'Dokumente zu prüfen',
    'documents/expiry': 'Dokumente abgelaufen oder bald ablaufend',
    'linked-accounts/open': 'Verknüpfte Konten zu prüfen',
    'contact-messages/open': 'Kontaktanfragen offen',
    'form-entries/open': 'Formulareingänge offen',
  },
  screening_result: { clear: 'Ohne Treffer', review: 'Zu prüfen', hit: 'Treffer' },
  decision: {
    accept: 'Akzeptieren: nicht die gelistete Person oder vertretbar',
    confirm: 'Bestätigen: die gelistete Person',
  },
  verification: {
    keep: 'Beibehalten: Die Dokumente belegen die Angaben',
    withdraw: 'Aufheben: Neue Verifizierung nötig',
  },
  account_state: {
    open: 'Offen',
    closing: 'Wird geschlossen',
    closed: 'Geschlossen',
    erased: 'Gelöscht',
  },
  outcome: { refunded: 'Erstattet', 'charged-back': 'Zurückgebucht' },
  stopped_by: {
    'return-reported': 'Gemeldete Rückzahlung',
    'shortfall-open': 'Offener Fehlbetrag',
  },
  importance: { '-1': 'Niedrig', '0': 'Mittel', '1': 'Hoch' },
  language: languages,
  languages,
  roles: { content: 'Inhalte' },
  type: {
    Card: 'Karte',
    'Bank transfer': 'Überweisung',
    Alternative: 'Alternativ',
    Bonus: 'Bonus',
    Credit: 'Kredit',
    Withdrawal: 'Auszahlung',
    'Withdrawal fee': 'Auszahlungsgebühr',
    'Withdrawal returned': 'Auszahlung zurückgebucht',
    'Referral bonus': 'Empfehlungsbonus',
    'Manual deposit': 'Manuelle Einzahlung',
  },
};

export const hints: Names = {
  'customers.country': 'Zwei Großbuchstaben, z. B. DE',
  'popups.content': 'HTML: Text, Listen, Tabellen, Links und eigene Bilder; anderes wird entfernt',
  'popups.from': 'In Ihrer Ortszeit; leer: sofort',
  'popups.until': 'In Ihrer Ortszeit; leer: bis es zurückgezogen wird',
  'calendar-events.time': 'In UTC, zum Beispiel 2026-12-31T13:30Z',
  'calendar-events.currency': 'Drei Großbuchstaben, zum Beispiel EUR',
  'calendar-events.actual': 'Leer bis zur Veröffentlichung',
  'calendar-events.csv':
    'Die erste Zeile nennt die Spalten; danach eine Zeile je Termin, zum Beispiel 2026-12-31T13:30Z,USD,1,CPI y/y',
};

export const accounts: Names = {
  'customer:cash': 'Guthaben der Kunden',
  'customer:credit': 'Kredite der Kunden',
  'customer:debt': 'Schulden der Kunden',
  'customer:withdrawal-hold': 'Für Auszahlungen reserviert',
  'house:bank': 'Bank',
  'house:bonus': 'Gewährte Boni und Kredite',
  'house:fees': 'Gebühren',
  'house:financing': 'Übernachtfinanzierung',
  'house:practice': 'Demogeld',
  'house:protection': 'Negativsaldoschutz',
  'house:trading': 'Handelsergebnis',
};
