import type { Complete } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn = {
  pageTitle: 'Accedi',
  title: 'Bentornato',
  subtitle: 'Accedi al tuo conto di trading.',
  submit: 'Accedi',
  newHere: 'Nuovo qui?',
  openAccount: 'Apri un conto',
  failed: 'L’accesso non è riuscito perché il server non è raggiungibile. Riprova.',
  endedSignedOut: 'Sei uscito. Questo dispositivo non mostra più le notifiche del tuo conto.',
  endedIdle: 'Sei stato disconnesso perché non c’è stata attività per 20 minuti.',
  endedEnded: 'La tua sessione è terminata. Accedi di nuovo.',
  endedUnreachable: 'Sei stato disconnesso perché il server non è raggiungibile.',
  endedElsewhere: 'Ti sei disconnesso in un’altra scheda.',
  forgot: 'Password dimenticata?',
  usePasskey: 'Usa una passkey',
  passkeyUnused: 'Nessuna passkey usata. Riprova o accedi in un altro modo.',
  secondTitle: 'Ancora un passo',
  secondSubtitle: 'Inserisci il codice della tua app di autenticazione.',
  codeHint: 'Sei cifre, o uno dei tuoi codici di recupero',
  restart: 'Ricomincia',
  linkTitle: 'Accesso in corso',
  linkSubtitle: 'Il tuo link aprirà il conto tra un momento.',
  linkWaiting: 'Un momento',
  endedClosed: 'Il tuo conto è chiuso. Ti abbiamo inviato una e-mail.',
} satisfies Complete<typeof en>;
