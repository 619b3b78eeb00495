import type { Complete } from '../catalogue.ts';
import type { security as en } from '../en/security.ts';

export const security = {
  heading: 'Sicherheit',
  secondTitle: 'Zweiter Faktor',
  secondText:
    'Anmelden und Auszahlen verlangen dann neben dem Passwort einen Code einer Authenticator-App.',
  on: 'Ein',
  off: 'Aus',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  renewCodes: 'Neue Wiederherstellungscodes',
  scan: 'Scannen Sie das Bild mit Ihrer Authenticator-App und geben Sie den angezeigten Code ein.',
  orType: 'Oder tippen Sie in die App:',
  qrLabel: 'QR-Code mit dem Geheimnis für Ihre Authenticator-App',
  confirm: 'Bestätigen',
  keepCodes:
    'Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal an, wenn Sie Ihre App verloren haben. Sie werden nicht wieder angezeigt.',
  codes: 'Wiederherstellungscodes',
  codesKept: 'Ich habe sie aufbewahrt',
  passkeysTitle: 'Passkeys',
  passkeysText:
    'Ein Passkey in Ihrem Gerät meldet Sie mit Finger, Gesicht oder PIN an, ohne Passwort.',
  passkeysUnknown: 'Dieser Browser kennt keine Passkeys.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Passkey vom {day}',
  passkeyUnmade: 'Es wurde kein Passkey erstellt.',
  neverUsed: 'Nie verwendet',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  sessionsTitle: 'Wo Sie angemeldet sind',
  lastUsed: 'zuletzt {moment}',
  thisOne: 'Diese hier',
  end: 'Abmelden',
  endNamed: '{device} abmelden',
} satisfies Complete<typeof en>;
