import type { Complete } from '../catalogue.ts';
import type { profile as en } from '../en/profile.ts';

export const profile = {
  title: 'Datos personales',
  loading: 'Cargando',
  incomplete: 'Faltan datos. Los diez son necesarios antes de tu primer depósito.',
  locked: 'Tu cuenta está verificada. Contáctanos para cambiar nombre, fecha de nacimiento o país.',
  choose: 'Elige un país',
  save: 'Guardar',
  saved: 'Los datos se han guardado',
  failed: 'No se guardó nada porque el servidor no está disponible. Reinténtalo.',
} satisfies Complete<typeof en>;
