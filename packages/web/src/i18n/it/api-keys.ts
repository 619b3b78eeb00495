import type { Complete } from '../catalogue.ts';
import type { apiKeys as en } from '../en/api-keys.ts';

export const apiKeys = {
  title: 'Chiavi API',
  text: 'Con una chiave i programmi possono leggere il tuo conto o fare trading per te tramite l’API. Una chiave non può mai prelevare denaro. Puoi avere fino a {maximum} chiavi.',
  create: 'Crea una chiave API',
  createNow: 'Crea chiave',
  cancel: 'Annulla',
  failed: 'Non è stato possibile creare la chiave API. Riprova.',
  name: 'Nome',
  scope: 'Autorizzazione',
  read: 'Sola lettura',
  trade: 'Lettura e trading',
  environment: 'Conto',
  live: 'Conto reale',
  practice: 'Conto di prova',
  until: 'Ultimo giorno (facoltativo)',
  networks: 'Indirizzi IP consentiti (facoltativo)',
  networksHint:
    'Indirizzi o intervalli come 203.0.113.0/24, separati da virgole. Se lasci vuoto, è consentito qualsiasi indirizzo.',
  shownOnce: 'Copia subito questa chiave. Non verrà più mostrata.',
  saved: 'L’ho salvata',
  expires: 'scade il {moment}',
  neverUsed: 'Mai usata',
  lastUsed: 'Ultimo uso {moment} da {ip}',
  lastRefused: 'Ultimo rifiuto {moment} da {network}, una rete non consentita',
  requests: 'Richieste: {requests}',
  usedFrom: 'Usata da',
  usedAddress: '{ip}: {requests} richieste, ultima {moment}',
  revoke: 'Revoca',
  revokeNamed: 'Revoca {name}',
} satisfies Complete<typeof en>;
