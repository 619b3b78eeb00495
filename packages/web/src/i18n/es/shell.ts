import type { Partially } from '../catalogue.ts';
import type { shell as en } from '../en/shell.ts';

export const shell = {
  skipToContent: 'Ir al contenido',
  mainMenu: 'Menú principal',
  account: 'Cuenta',
  platform: 'Plataforma',
  hello: 'Hola, {name}',
  verified: 'Verificado',
  notVerified: 'No verificado',
  level: 'Nivel {level}',
  logOut: 'Cerrar sesión',
  logIn: 'Iniciar sesión',
  openAccount: 'Abrir una cuenta',
  language: 'Idioma',
  loading: 'Cargando',
  tryAgain: 'Reintentar',
} satisfies Partially<typeof en>;
