import type { Partially } from '../catalogue.ts';
import type { shell as en } from '../en/shell.ts';

export const shell = {
  skipToContent: 'Vai al contenuto',
  mainMenu: 'Menu principale',
  account: 'Conto',
  platform: 'Piattaforma',
  hello: 'Ciao, {name}',
  verified: 'Verificato',
  notVerified: 'Non verificato',
  level: 'Livello {level}',
  logOut: 'Esci',
  logIn: 'Accedi',
  openAccount: 'Apri un conto',
  language: 'Lingua',
  loading: 'Caricamento',
  tryAgain: 'Riprova',
} satisfies Partially<typeof en>;
