import type { Partially } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'Sus datos',
  loading: 'Cargando',
  statementTitle: 'Extracto de cuenta',
  from: 'Desde',
  until: 'Hasta',
  format: 'Formato',
  download: 'Descargar',
  exportTitle: 'Todo lo que conservamos sobre usted',
  request: 'Reunir mis datos',
  making: 'Estamos reuniendo sus datos: {percent} %',
  closeTitle: 'Cerrar la cuenta',
  closeFirst: 'Descargue antes sus datos: después ya no será posible.',
  obstacles: 'Antes de poder cerrarla:',
  positions: 'Cierre sus posiciones abiertas',
  cash: 'Retire su saldo',
  knows: 'Sé que no se puede deshacer',
  close: 'Cerrar mi cuenta',
} satisfies Partially<typeof en>;
