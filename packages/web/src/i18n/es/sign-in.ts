import type { Complete } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn = {
  pageTitle: 'Iniciar sesión',
  title: 'Hola de nuevo',
  subtitle: 'Accede a tu cuenta de trading.',
  submit: 'Iniciar sesión',
  newHere: '¿Primera vez aquí?',
  openAccount: 'Abrir una cuenta',
  failed: 'No se pudo iniciar sesión porque el servidor no está disponible. Reinténtalo.',
  endedSignedOut:
    'Has cerrado la sesión. Este dispositivo ya no muestra notificaciones de tu cuenta.',
  endedIdle: 'Se cerró tu sesión porque no hubo actividad durante 20 minutos.',
  endedEnded: 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  endedUnreachable: 'Se cerró tu sesión porque el servidor no está disponible.',
  endedElsewhere: 'Cerraste la sesión en otra pestaña.',
  forgot: '¿Has olvidado tu contraseña?',
  usePasskey: 'Usar una llave de acceso',
  passkeyUnused: 'No se usó ninguna llave. Reinténtalo o accede de otra manera.',
  secondTitle: 'Un paso más',
  secondSubtitle: 'Introduce el código de tu aplicación de autenticación.',
  codeHint: 'Seis cifras, o uno de tus códigos de recuperación',
  restart: 'Empezar de nuevo',
  linkTitle: 'Iniciando tu sesión',
  linkSubtitle: 'Tu enlace abrirá la cuenta en un momento.',
  linkWaiting: 'Un momento',
  endedClosed: 'Tu cuenta está cerrada. Te hemos enviado un correo.',
} satisfies Complete<typeof en>;
