import type { Complete } from '../catalogue.ts';
import type { apiKeys as en } from '../en/api-keys.ts';

export const apiKeys = {
  title: 'Claves API',
  text: 'Con una clave, los programas pueden leer tu cuenta u operar por ti a través de la API. Una clave nunca puede retirar dinero. Puedes tener hasta {maximum} claves.',
  create: 'Crear una clave API',
  createNow: 'Crear clave',
  cancel: 'Cancelar',
  failed: 'No se ha podido crear la clave API. Inténtalo de nuevo.',
  name: 'Nombre',
  scope: 'Permiso',
  read: 'Solo lectura',
  trade: 'Lectura y operaciones',
  environment: 'Cuenta',
  live: 'Cuenta real',
  practice: 'Cuenta de práctica',
  until: 'Último día (opcional)',
  networks: 'Direcciones IP permitidas (opcional)',
  networksHint:
    'Direcciones o rangos como 203.0.113.0/24, separados por comas. Si lo dejas vacío, se permite cualquier dirección.',
  shownOnce: 'Copia esta clave ahora. No se volverá a mostrar.',
  saved: 'La he guardado',
  expires: 'caduca el {moment}',
  neverUsed: 'Nunca usada',
  lastUsed: 'Último uso {moment} desde {ip}',
  lastRefused: 'Último rechazo {moment} desde {network}, una red no permitida',
  requests: 'Solicitudes: {requests}',
  usedFrom: 'Usada desde',
  usedAddress: '{ip}: {requests} solicitudes, última {moment}',
  revoke: 'Revocar',
  revokeNamed: 'Revocar {name}',
} satisfies Complete<typeof en>;
