import type { Partially } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'Tus datos',
  loading: 'Cargando',
  download: 'Descargar',
  exportTitle: 'Todo lo que conservamos sobre ti',
  request: 'Reunir mis datos',
  making: 'Estamos reuniendo tus datos: {percent} %',
  closeTitle: 'Cerrar la cuenta',
  closeFirst: 'Descarga antes tus datos: después ya no será posible.',
  obstacles: 'Antes de poder cerrarla:',
  positions: 'Cierra tus posiciones abiertas',
  cash: 'Retira tu saldo',
  knows: 'Sé que no se puede deshacer',
  close: 'Cerrar mi cuenta',
} satisfies Partially<typeof en>;
