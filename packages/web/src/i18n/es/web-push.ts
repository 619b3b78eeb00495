import type { Complete } from '../catalogue.ts';
import type { webPush as en } from '../en/web-push.ts';

export const webPush = {
  title: 'Notificaciones push',
  text: 'Este navegador o dispositivo las muestra aunque no haya ninguna página abierta. Los textos viajan cifrados.',
  enable: 'Activar en este dispositivo',
  topics: 'Avisarme de',
  'topic-orders': 'Órdenes ejecutadas, vencidas o canceladas',
  'topic-closes': 'Posiciones cerradas por un nivel o por el bróker',
  'topic-margin': 'Avisos de margen',
  'topic-alerts': 'Alertas de precio',
  'topic-money': 'Depósitos y retiradas',
  'topic-security': 'Accesos y seguridad',
  since: 'Desde {moment}',
  delivered: 'última entrega {moment}',
  neverDelivered: 'aún sin entregas',
  thisOne: 'Este dispositivo',
  test: 'Enviar prueba',
  testNamed: 'Enviar prueba a {name}',
  tested: 'Notificación de prueba enviada',
  remove: 'Eliminar',
  removeNamed: 'Eliminar {name}',
  failed: 'No se pudo contactar con el servidor: no se ha cambiado nada.',
  'obstacle-insecure': 'Las notificaciones push necesitan una conexión segura (https).',
  'obstacle-home-screen':
    'En iPhone y iPad, añade primero el sitio a la pantalla de inicio (Compartir y luego Añadir a pantalla de inicio) y ábrelo desde allí.',
  'obstacle-unsupported': 'Este navegador no admite notificaciones push.',
  'obstacle-blocked':
    'Las notificaciones de este sitio están bloqueadas en el navegador. Permítelas en los ajustes del sitio y recarga la página.',
  'obstacle-dismissed':
    'El navegador no tiene permiso para mostrar notificaciones. Actívalas de nuevo y elige «Permitir».',
  'obstacle-failed':
    'El navegador no pudo contactar con su servicio push. Comprueba la conexión e inténtalo de nuevo.',
} satisfies Complete<typeof en>;
