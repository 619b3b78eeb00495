import type { Complete } from '../catalogue.ts';
import type { account as en } from '../en/account.ts';

export const account = {
  performance: 'Performance',
  heading: 'Mein Konto',
  loading: 'Wird geladen',
  panel: 'Kontoübersicht',
  tabs: 'Mein Konto',
  info: 'Profilübersicht',
  password: 'Passwort ändern',
  documents: 'Dokumente',
  location: 'Land',
  joined: 'Dabei seit',
  status: 'Status',
  level: 'Stufe',
  pin: 'PIN',
  activate: 'Um Ihr Konto zu aktivieren, müssen Sie alle Angaben ausfüllen',
  security: 'Sicherheit',
  ownLimits: 'Eigene Limits',
  statements: 'Kontoauszüge',
  yourData: 'Ihre Daten',
  more: 'Weitere Kontoseiten',
  yourLevel: 'Ihre Stufe ist {level}',
  isVerified: 'Ihr Konto ist verifiziert.',
  startTrading: 'Mit dem Handel beginnen',
  toDeposit: 'Einzahlen',
} satisfies Complete<typeof en>;
