import type { Complete } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'Tus datos',
  download: 'Descargar',
  exportTitle: 'Exportación de datos',
  exportText:
    'Un archivo ZIP con tu perfil, sesiones, consentimientos, avisos, posiciones, órdenes, transacciones, asientos contables, documentos, mensajes y límites, en JSON y CSV. Te avisamos por correo cuando está listo. Se conserva cifrado durante {days} días y después se borra.',
  request: 'Reunir mis datos',
  making: 'Estamos reuniendo tus datos: {percent} %',
  readyUntil: 'Reunidos el {made}, {size}. Se borrarán el {until}.',
  failed: 'No se pudieron reunir tus datos. Reinténtalo.',
  erased: 'El archivo del {made} se ha borrado.',
  again: 'Podrás volver a pedirlos a partir del {at}.',
  saving: '{percent} % descargado',
  stop: 'Detener',
  closeTitle: 'Cerrar la cuenta',
  closeText:
    'Tu cuenta termina para siempre: se cierra tu sesión en todas partes y ya no puedes entrar. Tus métodos de acceso, sesiones, avisos y archivos de datos se borran de inmediato. La ley nos obliga a conservar quién eres, tus documentos y tus transacciones durante {years} años; después se borran también.',
  closeFirst: 'Descarga antes tus datos: después ya no será posible.',
  obstacles: 'Antes de poder cerrarla:',
  positions: 'Cierra tus posiciones abiertas',
  payments: 'Espera a los pagos en curso o cancélalos',
  cash: 'Retira tu saldo',
  credit: 'Contáctanos para que retiremos tu crédito',
  debt: 'Contáctanos para saldar lo que debe la cuenta',
  knows: 'Sé que no se puede deshacer',
  close: 'Cerrar mi cuenta',
} satisfies Complete<typeof en>;
