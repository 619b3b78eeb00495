import type { Partially } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn = {
  pageTitle: 'Iniciar sesión',
  title: 'Hola de nuevo',
  subtitle: 'Accede a tu cuenta de trading.',
  submit: 'Iniciar sesión',
  newHere: '¿Primera vez aquí?',
  openAccount: 'Abrir una cuenta',
} satisfies Partially<typeof en>;
