import type { Complete } from '../catalogue.ts';
import type { apiKeys as en } from '../en/api-keys.ts';

export const apiKeys = {
  title: 'API-Schlüssel',
  text: 'Programme können mit einem Schlüssel Ihr Konto über die API lesen oder für Sie handeln. Auszahlungen sind damit nie möglich. Sie können bis zu {maximum} Schlüssel anlegen.',
  create: 'API-Schlüssel erstellen',
  createNow: 'Schlüssel erstellen',
  cancel: 'Abbrechen',
  failed: 'Der API-Schlüssel konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
  name: 'Name',
  scope: 'Berechtigung',
  read: 'Nur lesen',
  trade: 'Lesen und handeln',
  environment: 'Konto',
  live: 'Echtgeldkonto',
  practice: 'Übungskonto',
  until: 'Letzter Tag (optional)',
  networks: 'Zulässige IP-Adressen (optional)',
  networksHint:
    'Adressen oder Bereiche wie 203.0.113.0/24, durch Kommas getrennt. Ohne Angabe ist jede Adresse zulässig.',
  shownOnce: 'Kopieren Sie diesen Schlüssel jetzt. Er wird nicht wieder angezeigt.',
  saved: 'Ich habe ihn gespeichert',
  expires: 'gültig bis {moment}',
  neverUsed: 'Nie verwendet',
  lastUsed: 'Zuletzt verwendet {moment} von {ip}',
  lastRefused: 'Zuletzt abgelehnt {moment} aus {network}, einem nicht zugelassenen Netzwerk',
  requests: 'Anfragen: {requests}',
  usedFrom: 'Verwendet von',
  usedAddress: '{ip}: {requests} Anfragen, zuletzt {moment}',
  revoke: 'Widerrufen',
  revokeNamed: '{name} widerrufen',
} satisfies Complete<typeof en>;
