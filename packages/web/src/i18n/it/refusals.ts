import type { Complete } from '../catalogue.ts';
import type { refusals as en } from '../en/refusals.ts';

export const refusals = {
  'invalid-credentials': 'Credenziali non valide.',
  'session-ended': 'La tua sessione è terminata. Accedi di nuovo.',
  'second-factor': 'Inserisci il codice della tua app di autenticazione',
  'second-factor-missing': 'Configura prima un’app di autenticazione',
  'code-invalid': 'Il codice non è valido',
  'api-key-invalid': 'La chiave API manca, è sconosciuta, scaduta o revocata',
  'scope-missing': 'Questa chiave API non ha l’autorizzazione {scope}',
  'network-refused': 'Questa chiave API non può essere usata da questa rete',
  'live-key-required':
    'Non è possibile con una chiave del conto di prova. Usa una chiave del conto reale',
  'too-many-api-keys': 'Si possono avere al massimo {maximum} chiavi API',
  'too-many-channels': 'Una connessione può avere al massimo {maximum} canali',
  'too-many-watchlists': 'Si possono avere al massimo {maximum} watchlist',
  'too-many-webhooks': 'Si possono avere al massimo {maximum} webhook',
  'webhook-disabled': 'Il webhook è disattivato. Attivalo e invia di nuovo l’evento',
  'webhook-target-refused': 'Non è possibile inviare eventi a questo indirizzo',
  'push-target-refused': 'Non è possibile inviare notifiche a questo browser',
  'too-many-push-devices':
    'Si possono avere al massimo {maximum} dispositivi. Rimuovine prima uno.',
  'push-not-delivered':
    'Il servizio push del browser non ha accettato la notifica. Riprova più tardi o riattiva le notifiche sul dispositivo.',
  'sign-on-failed': 'Il Single Sign-On non è riuscito. Riprova.',
  'sign-on-no-role':
    'Il tuo account non ha alcun ruolo nel back office. Contatta l’amministratore.',
  'sign-on-email':
    'Il servizio di accesso non ha confermato il tuo indirizzo email. Contatta l’amministratore.',
  'sign-on-unavailable':
    'Il servizio di accesso non è raggiungibile. Riprova più tardi o accedi con la password.',
  'sign-on-required':
    'Il tuo account appartiene al servizio di accesso. Usa il Single Sign-On invece della password.',
  'member-linked':
    'Questo membro accede solo tramite il servizio di accesso. Segnalo come accesso di emergenza prima di impostare una password.',
  'approver-not-linked':
    'Devono approvarlo due membri che accedono tramite il servizio di accesso. Gli account locali e di emergenza non contano.',
  'too-many-passkeys': 'Si possono conservare al massimo {maximum} passkey',
  'password-required': 'Inserisci di nuovo la tua password',
  'email-unconfirmed': 'Conferma prima la tua email: apri il link che ti abbiamo inviato',
  'email-unknown': 'L’email non esiste.',
  'email-taken': 'Questa email esiste già',
  'password-expired': 'Questa prima password è scaduta. Chiedine una nuova.',
  'password-change-required': 'Imposta prima una tua password',
  'password-unchanged': 'La nuova password deve essere diversa da quella attuale',
  'password-known':
    'Questa password è facile da indovinare o compare in una fuga di dati nota. Scegline un’altra.',
  'link-invalid': 'Il link non è valido',
  'no-access': 'Non hai accesso',
  'not-verified': 'Il conto non è verificato',
  'price-unavailable': 'Temporaneamente non disponibile',
  'practice-reset-used':
    'Può ripristinare il conto demo una volta al giorno. Il prossimo ripristino è possibile a mezzanotte UTC.',
  'practice-market-closed':
    'Ha una posizione su {symbol}, il cui mercato è chiuso. Ripristini il conto demo quando riaprirà.',
  'practice-only-live': 'Una chiave del conto demo vale solo per il conto demo.',
  'position-price-unavailable': 'Torna presto',
  'price-moved': 'Il prezzo è passato a {price}',
  'open-losses': 'Le perdite aperte lasciano {available} per una nuova posizione',
  'stop-invalid': 'Non può essere {side} di {limit}',
  'target-invalid': 'Non può essere {side} di {limit}',
  'trail-invalid': 'La distanza del trailing stop deve essere tra {minimum} e {maximum}',
  'trail-unavailable':
    'Il trailing stop non è disponibile con uno stop garantito né, in un ordine, insieme a uno stop loss',
  'amount-too-small': 'L’importo deve essere almeno {minimum}',
  'amount-too-large': 'L’importo può essere al massimo {maximum}',
  'leverage-invalid': 'Questa leva non è consentita',
  'alert-reached': 'Il prezzo è già lì',
  'too-many-alerts': 'Possono essere in attesa al massimo {maximum} avvisi di prezzo',
  'too-many-positions': 'Possono essere aperte al massimo {maximum} posizioni',
  'order-price-invalid': 'Il prezzo di attivazione deve essere {side} di {limit}',
  'order-expiry-invalid': 'La scadenza deve essere entro i prossimi {days} giorni',
  'too-many-orders': 'Possono essere in attesa al massimo {maximum} ordini',
  'withdraw-maximum': 'Puoi prelevare al massimo {maximum}',
  'nothing-to-withdraw': 'Non hai saldo da prelevare',
  'deposit-minimum': 'Deposito minimo 250 €',
  'deposit-unverified-maximum':
    'Finché non ti abbiamo verificato puoi depositare ancora al massimo {maximum}',
  'profile-incomplete': 'Devi prima completare il tuo conto',
  'provider-unavailable':
    'Il fornitore dei pagamenti non risponde. Non è stato addebitato nulla: riprova più tardi.',
  'provider-refused': 'Il fornitore dei pagamenti ha rifiutato questo pagamento',
  'payment-under-way':
    'Questo pagamento è già presso il fornitore. Le tue transazioni mostrano a che punto è.',
  'method-unavailable': 'Questo metodo di pagamento non è disponibile',
  'transaction-stage': 'Non è più possibile: l’operazione è già andata avanti',
  'too-many-transactions': 'Possono essere in corso al massimo {maximum} pagamenti',
  maintenance:
    'Le nuove posizioni sono sospese mentre lavoriamo sulla piattaforma. Puoi chiudere le posizioni.',
  'close-only': 'Il conto può solo chiudere posizioni',
  blocked: 'Il conto è bloccato. Contattaci.',
  'appropriateness-required': 'Rispondi prima alle domande sul trading con leva',
  'too-early': 'Prenditi il tempo che serve: sarà possibile tra {seconds} secondi',
  'loss-limit':
    'Hai raggiunto il tuo limite di perdita. Potrai aprire di nuovo posizioni dal {until}.',
  'deposit-limit': 'Il tuo limite lascia {available} per i depositi fino al {until}',
  'time-out': 'Sei in pausa fino al {until}. Puoi chiudere posizioni e prelevare.',
  'self-excluded': 'Ti sei autoescluso dal trading. Puoi chiudere posizioni e prelevare.',
  'exclusion-stands':
    'La tua pausa o autoesclusione attuale termina più tardi e non si può abbreviare',
  forbidden: 'Non puoi usare questo',
  'own-account': 'Per il tuo stesso conto deve farlo qualcun altro',
  'cover-impossible':
    'Un conto non è più collegato o ha meno disponibilità del previsto. Non è stato prelevato altro: controlla l’ammanco e decidi di nuovo.',
  'shortfall-open':
    'Una perdita di questo cliente o di un conto collegato è in attesa di decisione. Regola prima l’ammanco.',
  'return-reported':
    'È stato segnalato un rimborso o un riaddebito di un versamento di questo cliente, non ancora registrato. Attendi la risposta del fornitore di pagamenti o decidi prima sul versamento.',
  'withdrawal-not-covered':
    'Il conto copre ora solo {maximum}. Attendi che le posizioni aperte lo consentano, oppure rifiuta, così il cliente può richiedere meno.',
  'second-person': 'Lo hai già approvato: deve farlo anche un’altra persona',
  'approver-unknown':
    'Due membri del personale con accesso effettuato devono approvarlo. Accedi come uno di loro.',
  'approver-too-new':
    'Qualcuno ha modificato di recente il tuo account, i ruoli, la password o l’app. Potrai approvare dal {until}.',
  'document-not-current':
    'Questo documento non è approvato oppure è stato sostituito da uno più recente. Ricaricalo.',
  'too-many-images': 'Il sito ha già {maximum} immagini, il numero massimo.',
  'screening-open':
    'Lo screening di questo cliente non è privo di riscontri. Decidi prima su di esso.',
  'screening-off':
    'Il fornitore non è stato interrogato: non è configurato oppure è stato interrogato troppo spesso oggi.',
  'record-missing': 'Questo record non esiste oppure non richiede alcuna decisione.',
  'content-changed': 'Qualcuno lo ha salvato dopo che lo hai aperto. Aprilo di nuovo.',
  'profile-changed':
    'Il profilo è cambiato da quando lo hai aperto. Ricaricalo e controllalo di nuovo.',
  'content-elsewhere': 'I contenuti si trovano in un altro sistema: modificali lì',
  'code-taken': 'Questo codice è già di qualcuno',
  'read-only': 'Stai guardando questo conto come personale: non si può modificare nulla',
  'not-found': 'Non trovato',
  'not-halted': 'Sospendi prima il simbolo',
  'split-not-quoted': 'La fonte dei prezzi non quota ancora il prezzo dopo il frazionamento',
  'adjustment-impossible': 'I prezzi del simbolo diventerebbero troppo piccoli o troppo grandi',
  'duplicate-id': 'Questo identificativo di richiesta è già stato usato per altro',
  'consent-outdated': 'Il testo è cambiato. Leggi e accetta la versione {version}.',
  'profile-locked':
    'Il tuo conto è verificato. Contattaci per cambiare nome, data di nascita o paese.',
  'registration-closed': 'Le registrazioni sono chiuse',
  'file-infected': 'L’antivirus ha trovato malware in questo file, che non è stato salvato',
  'file-not-supported': 'File non supportato',
  'file-too-large': 'Il file può avere al massimo {maximum} MB',
  'too-many-lines': 'Il periodo ha più di {maximum} righe. Scegline uno più breve.',
  'document-stands': 'Questo documento è in verifica o è già approvato',
  'document-judged': 'Qualcuno ha già valutato questo documento',
  'document-not-viewed': 'Apri il documento prima di approvarlo.',
  'last-admin':
    'Deve restare almeno un amministratore attivo con app di autenticazione. Aggiungine prima un altro.',
  'too-many-documents': 'Troppi documenti oggi. Riprova domani.',
  'export-under-way': 'Stiamo già raccogliendo i tuoi dati. Ti avvisiamo quando sono pronti.',
  'export-too-soon': 'Puoi richiedere di nuovo i tuoi dati dal {until}',
  'close-positions-first': 'Chiudi prima le tue posizioni aperte',
  'payments-under-way': 'C’è un pagamento in corso. Attendi che sia deciso oppure annullalo.',
  'withdraw-first': 'Preleva prima i {amount} che hai sul conto',
  'credit-left': 'Sul tuo conto c’è un credito di {amount}. Contattaci per restituirlo.',
  'debt-left': 'Sul tuo conto c’è un debito di {amount}. Contattaci per saldarlo.',
  'account-closed': 'Questo conto è chiuso. Contattaci se ti serve ciò che ne conserviamo.',
  'too-large': 'Il file o la richiesta è troppo grande per il server',
  'media-type-unsupported': 'La richiesta va inviata come application/json',
  'origin-refused': 'Le richieste da questo sito vengono rifiutate',
  malformed: 'La richiesta non è leggibile',
  'method-not-allowed': 'Questo indirizzo non risponde a quel metodo',
  invalid: 'Alcuni campi non sono validi',
  'proof-required': 'Il browser non è riuscito a completare un controllo di sicurezza. Riprova.',
  'too-many': 'Troppi tentativi. Riprova più tardi.',
  unavailable: 'Il servizio non è disponibile. Riprova tra poco.',
  internal: 'Qualcosa non ha funzionato da parte nostra',
  lower: 'inferiore',
  higher: 'superiore',
  wayQuestions: 'Rispondi alle domande',
  wayOwnLimits: 'Vedi i tuoi limiti',
  wayDocuments: 'Carica i tuoi documenti',
  wayContact: 'Contattaci',
} satisfies Complete<typeof en>;
