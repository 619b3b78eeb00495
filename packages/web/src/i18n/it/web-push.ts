import type { Complete } from '../catalogue.ts';
import type { webPush as en } from '../en/web-push.ts';

export const webPush = {
  title: 'Notifiche push',
  text: 'Questo browser o dispositivo le mostra anche quando nessuna pagina del sito è aperta. I testi viaggiano cifrati.',
  enable: 'Attiva su questo dispositivo',
  topics: 'Avvisami su',
  'topic-orders': 'Ordini eseguiti, scaduti o annullati',
  'topic-closes': 'Posizioni chiuse da un livello o dal broker',
  'topic-margin': 'Avvisi di margine',
  'topic-alerts': 'Avvisi di prezzo',
  'topic-money': 'Depositi e prelievi',
  'topic-security': 'Accessi e sicurezza',
  since: 'Dal {moment}',
  delivered: 'ultima consegna {moment}',
  neverDelivered: 'ancora nessuna consegna',
  thisOne: 'Questo dispositivo',
  test: 'Invia prova',
  testNamed: 'Invia prova a {name}',
  tested: 'Notifica di prova inviata',
  remove: 'Rimuovi',
  removeNamed: 'Rimuovi {name}',
  failed: 'Il server non è raggiungibile: non è stato modificato nulla.',
  'obstacle-insecure': 'Le notifiche push richiedono una connessione sicura (https).',
  'obstacle-home-screen':
    'Su iPhone e iPad aggiungi prima il sito alla schermata Home (Condividi, poi Aggiungi alla schermata Home) e aprilo da lì.',
  'obstacle-unsupported': 'Questo browser non supporta le notifiche push.',
  'obstacle-blocked':
    'Le notifiche di questo sito sono bloccate nel browser. Consentile nelle impostazioni del sito e ricarica la pagina.',
  'obstacle-dismissed':
    'Il browser non ha il permesso di mostrare notifiche. Attivale di nuovo e scegli «Consenti».',
  'obstacle-failed':
    'Il browser non ha raggiunto il suo servizio push. Controlla la connessione e riprova.',
} satisfies Complete<typeof en>;
