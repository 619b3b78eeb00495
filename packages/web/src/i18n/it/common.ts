import type { Partially } from '../catalogue.ts';
import type { common as en } from '../en/common.ts';

export const common = {
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
