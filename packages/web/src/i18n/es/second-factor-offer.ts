import type { Complete } from '../catalogue.ts';
import type { secondFactorOffer as en } from '../en/second-factor-offer.ts';

export const secondFactorOffer = {
  title: 'Protege tu cuenta',
  reason:
    'Quien conozca tu contraseña puede entrar en tu cuenta. Con un segundo factor, también hace falta un código de tu aplicación de autenticación para iniciar sesión o retirar fondos.',
  effort: 'Se tarda unos dos minutos. Puedes desactivarlo cuando quieras.',
  setUp: 'Configurar ahora',
  later: 'Recordármelo en {days} días',
} satisfies Complete<typeof en>;
