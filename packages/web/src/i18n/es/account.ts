import type { Complete } from '../catalogue.ts';
import type { account as en } from '../en/account.ts';

export const account = {
  performance: 'Rendimiento',
  heading: 'Mi cuenta',
  loading: 'Cargando',
  panel: 'Resumen de la cuenta',
  tabs: 'Mi cuenta',
  info: 'Perfil',
  password: 'Cambiar contraseña',
  documents: 'Documentos',
  location: 'País',
  joined: 'Desde',
  status: 'Estado',
  level: 'Nivel',
  pin: 'PIN',
  activate: 'Para activar tu cuenta tienes que completar todos los datos',
  security: 'Seguridad',
  ownLimits: 'Límites propios',
  statements: 'Extractos',
  yourData: 'Tus datos',
  more: 'Más páginas de tu cuenta',
  yourLevel: 'Tu nivel es {level}',
  isVerified: 'Tu cuenta está verificada.',
  startTrading: 'Empezar a operar',
  toDeposit: 'Depositar',
} satisfies Complete<typeof en>;
