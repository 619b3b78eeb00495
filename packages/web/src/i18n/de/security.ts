import type { Complete } from '../catalogue.ts';
import type { security as en } from '../en/security.ts';

export const security = {
  heading: 'Sicherheit',
  secondTitle: 'Zweiter Faktor',
  secondText:
    'Für Anmeldung und Auszahlung brauchen Sie dann zusätzlich zum Passwort einen Code Ihrer Authenticator-App.',
  on: 'Ein',
  off: 'Aus',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  renewCodes: 'Neue Wiederherstellungscodes',
  scan: 'Scannen Sie den QR-Code mit Ihrer Authenticator-App und geben Sie den angezeigten Code ein.',
  orType: 'Oder geben Sie diesen Schlüssel in der App ein:',
  qrLabel: 'QR-Code mit dem Geheimnis für Ihre Authenticator-App',
  confirm: 'Bestätigen',
  keepCodes:
    'Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal an, wenn Sie Ihre App verloren haben. Sie werden nicht wieder angezeigt.',
  codes: 'Wiederherstellungscodes',
  codesKept: 'Ich habe sie gespeichert',
  passkeysTitle: 'Passkeys',
  passkeysText:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an, ohne Passwort.',
  passkeysUnknown: 'Dieser Browser unterstützt keine Passkeys.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Passkey vom {day}',
  passkeyUnmade: 'Es wurde kein Passkey erstellt.',
  neverUsed: 'Nie verwendet',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  sessionsTitle: 'Wo Sie angemeldet sind',
  lastUsed: 'zuletzt {moment}',
  unknownDevice: 'Unbekanntes Gerät',
  thisOne: 'Dieses Gerät',
  end: 'Abmelden',
  endNamed: '{device} abmelden',
} satisfies Complete<typeof en>;
