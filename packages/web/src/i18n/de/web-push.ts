import type { Complete } from '../catalogue.ts';
import type { webPush as en } from '../en/web-push.ts';

export const webPush = {
  title: 'Push-Benachrichtigungen',
  text: 'Dieser Browser oder dieses Gerät zeigt sie auch dann an, wenn keine Seite geöffnet ist. Die Texte werden verschlüsselt übertragen.',
  enable: 'Auf diesem Gerät aktivieren',
  topics: 'Benachrichtigen über',
  'topic-orders': 'Ausgeführte, abgelaufene und stornierte Orders',
  'topic-closes': 'Positionen, die ein Limit oder der Broker schließt',
  'topic-margin': 'Margin-Warnungen',
  'topic-alerts': 'Kursalarme',
  'topic-money': 'Ein- und Auszahlungen',
  'topic-security': 'Anmeldungen und Sicherheit',
  since: 'Seit {moment}',
  delivered: 'zuletzt zugestellt {moment}',
  neverDelivered: 'noch nichts zugestellt',
  thisOne: 'Dieses Gerät',
  test: 'Test senden',
  testNamed: 'Test senden an {name}',
  tested: 'Testbenachrichtigung gesendet',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  failed: 'Der Server ist nicht erreichbar; es wurde nichts geändert.',
  'obstacle-insecure': 'Push-Benachrichtigungen brauchen eine sichere Verbindung (https).',
  'obstacle-home-screen':
    'Fügen Sie diese Website auf iPhone und iPad zuerst zum Home-Bildschirm hinzu (Teilen, dann „Zum Home-Bildschirm“) und öffnen Sie sie von dort.',
  'obstacle-unsupported': 'Dieser Browser unterstützt keine Push-Benachrichtigungen.',
  'obstacle-blocked':
    'Dieser Browser blockiert die Benachrichtigungen dieser Website. Erlauben Sie sie in den Website-Einstellungen und laden Sie die Seite neu.',
  'obstacle-dismissed':
    'Der Browser darf noch keine Benachrichtigungen zeigen. Aktivieren Sie sie erneut und wählen Sie „Zulassen“.',
  'obstacle-failed':
    'Der Browser hat seinen Push-Dienst nicht erreicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
