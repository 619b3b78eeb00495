import type { Catalogue } from './catalogue.ts';

const POSITION = 'posizione {positionId} ({direction}) su {symbol} ({amountCents} × {leverage})';
const ORDER = '{order} {orderId}: {direction} {symbol} a {rate} ({amountCents} × {leverage})';
const QUOTE = 'La quotazione era vendita {sellRate}, acquisto {buyRate}.';
const NOT_YOU = 'Se non sei stato tu, cambia subito la password e contattaci.';

export const it: Catalogue = {
  kinds: {
    'stop-filled': {
      title: 'Stop loss raggiunto: {symbol}',
      text: `La tua ${POSITION} è stata chiusa dallo stop loss a {rate}. Data e ora: {atMs}. Risultato: {profitCents}.`,
    },
    'target-filled': {
      title: 'Take profit raggiunto: {symbol}',
      text: `La tua ${POSITION} è stata chiusa dal take profit a {rate}. Data e ora: {atMs}. Risultato: {profitCents}.`,
    },
    'position-closed-by-broker': {
      title: 'Chiusa dal broker: {symbol}',
      text: `La tua ${POSITION} è stata chiusa dal broker a {rate}. Data e ora: {atMs}. Risultato: {profitCents}. Se hai domande, contattaci.`,
    },
    'order-filled': {
      title: 'Ordine eseguito: {symbol}',
      text: `Il tuo ${ORDER} è stato eseguito e ha aperto la posizione {positionId}. Data e ora: {atMs}.`,
    },
    'order-expired': {
      title: 'Ordine scaduto: {symbol}',
      text: `Il tuo ${ORDER} è scaduto senza essere eseguito. Data e ora: {atMs}.`,
    },
    'order-cancelled': {
      title: 'Ordine annullato: {symbol}',
      text: `Il tuo ${ORDER} è stato annullato: {reason}. Data e ora: {atMs}.`,
    },
    'order-rejected': {
      title: 'Ordine rifiutato: {symbol}',
      text: `Il prezzo ha raggiunto il tuo ${ORDER}, ma non è stato possibile eseguirlo: {reason}. Data e ora: {atMs}. Non verrà ritentato.`,
    },
    'position-split': {
      title: 'Frazionamento: {symbol}',
      text: '{symbol} è stato frazionato: {newUnits} nuovi per {oldUnits} vecchi. Data e ora: {atMs}. La tua posizione {positionId} continua con lo stesso importo e la stessa leva. Il prezzo di apertura è ora {rate}; stop loss, take profit e prezzo di stop-out sono stati adeguati nello stesso rapporto. La differenza dovuta all’arrotondamento è stata registrata sul tuo conto.',
    },
    'dividend-booked': {
      title: 'Dividendo: {symbol}',
      text: 'Per la tua posizione {positionId} è stato registrato un dividendo di {symbol}: {amountCents}. Data e ora: {atMs}. A un acquisto viene accreditato, una vendita lo paga.',
    },
    'position-terminated': {
      title: 'Stop-out: {symbol}',
      text:
        `La tua ${POSITION} è stata chiusa da uno stop-out a {rate}. Data e ora: {atMs}. ${QUOTE} Risultato: {profitCents}.\n\n` +
        'Regola: lo stop-out chiude una posizione quando il prezzo si è mosso contro di essa della ' +
        'percentuale che corrisponde alla sua leva. Il prezzo di stop-out di questa posizione era {levelRate}.',
    },
    'position-closed-out': {
      title: 'Margin close-out: {symbol}',
      text:
        `La tua ${POSITION} è stata chiusa per margin close-out a {rate}. Data e ora: {atMs}. ${QUOTE} Risultato: {profitCents}.\n\n` +
        'Regola: quando il livello di margine scende sotto {limitPercent}, viene chiusa la posizione ' +
        'con la perdita maggiore, una alla volta, finché il livello è ripristinato. Il tuo livello era {levelPercent}.',
    },
    'margin-warning': {
      title: 'Avviso di margine: il tuo livello di margine è sotto {thresholdPercent}',
      text:
        'Il tuo livello di margine era {levelPercent}. Data e ora: {atMs}. Se scende sotto {limitPercent}, ' +
        'le tue posizioni vengono chiuse (margin close-out), a partire dalla perdita maggiore.\n\n' +
        'Puoi chiudere posizioni o depositare denaro per aumentarlo. Non sei tenuto a depositare.',
    },
    'own-limit-reached': {
      title: 'È attivo il tuo limite: {limit}',
      text: 'Il limite che hai impostato ({limit}) è stato raggiunto. Data e ora: {atMs}. Vale fino a: {untilMs}.',
    },
    'own-limit-set': {
      title: 'Il tuo limite è attivo: {limit}',
      text: 'Da {atMs} il tuo limite ({limit}) è di {amountCents} per {period}.',
    },
    'own-limit-waits': {
      title: 'Il tuo limite cambierà: {limit}',
      text: 'Hai chiesto un limite più alto o nessun limite ({limit}, ogni {period}). Vale da: {fromMs}. Fino ad allora resta quello attuale, e puoi mantenerlo.',
    },
    'own-limit-removed': {
      title: 'Il tuo limite è terminato: {limit}',
      text: 'Come richiesto, non vale più da {atMs}: {limit}, ogni {period}.',
    },
    'exclusion-begun': {
      title: 'È iniziata: {limit}',
      text: 'Fino a {untilMs} non puoi aprire posizioni né depositare ({limit}). Puoi chiudere posizioni e prelevare. Puoi prolungare questo periodo, ma non abbreviarlo.',
    },
    'excluded-for-ever': {
      title: 'Ti sei autoescluso per sempre',
      text: 'Da {atMs} non si può più aprire né depositare nulla. Puoi chiudere posizioni e prelevare. Non si può annullare.',
    },
    'price-alert': {
      title: 'Avviso di prezzo: {symbol} a {rate}',
      text: 'Il {side} di {symbol} ha raggiunto {rate}: era {reachedRate}. Data e ora: {atMs}. Hai chiesto di saperlo una volta.',
    },
    'auto-trade-opened': {
      title: 'Il trading automatico ha aperto una posizione: {symbol}',
      text: `Il trading automatico ha aperto la tua ${POSITION} a {rate}. Data e ora: {atMs}.`,
    },
    'auto-trade-closed': {
      title: 'Il trading automatico ha chiuso una posizione: {symbol}',
      text: `Il trading automatico ha chiuso la tua ${POSITION} a {rate}. Data e ora: {atMs}. Risultato: {profitCents}.`,
    },
    'auto-trading-paused': {
      title: 'Il trading automatico è in pausa',
      text: 'Il trading automatico non apre nuove posizioni perché il suo limite è stato raggiunto: {rule}. Data e ora: {atMs}. Le posizioni aperte mantengono stop loss e take profit.',
    },
    'deposit-requested': {
      title: 'Deposito {transactionId} registrato',
      text: 'Abbiamo registrato il tuo deposito {transactionId} di {amountCents}. Ti avviseremo quando il denaro sarà arrivato.',
    },
    'deposit-approved': {
      title: 'Deposito {transactionId} accreditato',
      text: 'Il tuo deposito {transactionId} di {amountCents} è stato accreditato sul tuo conto.',
    },
    'deposit-failed': {
      title: 'Deposito {transactionId} non completato',
      text: 'Il tuo deposito {transactionId} di {amountCents} non è stato completato. Non è stato accreditato nulla.',
    },
    'deposit-in-review': {
      title: 'Deposito {transactionId} in verifica',
      text: 'Quanto abbiamo ricevuto per il tuo deposito {transactionId} di {amountCents} è diverso dalla richiesta. Lo verifichiamo e ti comunicheremo l’esito.',
    },
    'deposit-rejected': {
      title: 'Deposito {transactionId} respinto',
      text: 'Il tuo deposito {transactionId} di {amountCents} è stato respinto. Per domande contattaci.',
    },
    'deposit-reversed': {
      title: 'Deposito {transactionId} stornato',
      text: 'Il tuo deposito {transactionId} è stato stornato. {amountCents} sono stati addebitati sul tuo conto.',
    },
    'withdrawal-requested': {
      title: 'Prelievo {transactionId} richiesto',
      text: 'Abbiamo ricevuto la tua richiesta di prelevare {amountCents}, numero {transactionId}. L’importo è riservato fino alla decisione. Se non sei stato tu, contattaci subito.',
    },
    'withdrawal-approved': {
      title: 'Prelievo {transactionId} approvato',
      text: 'Il tuo prelievo {transactionId} di {amountCents} è stato approvato ed è in pagamento.',
    },
    'withdrawal-paid': {
      title: 'Prelievo {transactionId} pagato',
      text: 'Il tuo prelievo {transactionId} di {amountCents} è stato pagato. Possono servire circa sette giorni lavorativi perché risulti.',
    },
    'withdrawal-rejected': {
      title: 'Prelievo {transactionId} respinto',
      text: 'Il tuo prelievo {transactionId} è stato respinto. {amountCents} sono di nuovo disponibili sul tuo conto.',
    },
    'withdrawal-cancelled': {
      title: 'Prelievo {transactionId} annullato',
      text: 'Il tuo prelievo {transactionId} è stato annullato. {amountCents} sono di nuovo disponibili sul tuo conto.',
    },
    'withdrawal-cancelled-loss': {
      title: 'Prelievo {transactionId} annullato: una perdita ne ha usato una parte',
      text: 'La tua ultima posizione è stata chiusa con una perdita superiore alla liquidità del tuo conto. Il denaro riservato a un prelievo copre una perdita di questo tipo finché il prelievo non è pagato. Abbiamo quindi annullato il tuo prelievo {transactionId} di {amountCents}. L’importo rimanente è sul tuo conto e puoi richiederlo di nuovo.',
    },
    'withdrawal-cancelled-reversal': {
      title: 'Prelievo {transactionId} annullato',
      text: 'Un tuo deposito è stato stornato. Abbiamo quindi annullato il tuo prelievo {transactionId} di {amountCents}, non ancora pagato. L’importo è di nuovo sul tuo conto e copre il deposito stornato. Puoi richiedere di nuovo l’importo rimanente. Se ci devi del denaro, contattaci.',
    },
    'withdrawal-returned': {
      title: 'Prelievo {transactionId} tornato indietro',
      text: 'Il pagamento del tuo prelievo {transactionId} non è riuscito. {amountCents} sono stati riaccreditati sul tuo conto.',
    },
    'shortfall-in-review': {
      title: 'Il tuo saldo negativo è in verifica',
      text: 'Il {atMs} la tua ultima posizione è stata chiusa con una perdita superiore di {amountCents} alla liquidità del tuo conto. Il tuo conto è collegato a un altro: verifichiamo quindi quanto copre la protezione dal saldo negativo. Fino ad allora l’importo risulta dovuto: puoi fare trading, ma prelevare solo quanto lo supera. Se pensi che il conto sia collegato per errore, contattaci.',
    },
    'shortfall-settled': {
      title: 'Il tuo saldo negativo è stato regolato',
      text: 'Abbiamo deciso in merito ai {amountCents} che una perdita aveva lasciato sotto zero. Non ne devi più nulla.',
    },
    'shortfall-covered': {
      title: '{amountCents} hanno coperto la perdita di un conto collegato',
      text: 'Abbiamo prelevato {amountCents} dal tuo conto per coprire la perdita di un conto collegato al tuo. Se pensi che i conti siano collegati per errore, contattaci.',
    },
    'debt-paid': {
      title: '{amountCents} del tuo debito sono stati saldati',
      text: 'Abbiamo prelevato {amountCents} dal tuo saldo per saldare il debito di un versamento riaddebitato.',
    },
    'document-approved': {
      title: 'Documento approvato: {document}',
      text: 'Abbiamo verificato e approvato il tuo documento ({document}).',
    },
    'document-expiring': {
      title: 'Documento in scadenza: {document}',
      text: 'Il tuo documento ({document}) è valido fino al {expiresMs}. Caricane uno nuovo prima di quella data.',
    },
    'document-expired': {
      title: 'Documento scaduto: {document}',
      text: 'Il tuo documento ({document}) era valido fino al {expiresMs}. Caricane uno nuovo.',
    },
    'document-rejected': {
      title: 'Documento respinto: {document}',
      text: 'Non abbiamo potuto accettare il tuo documento ({document}): {note}\n\nCaricalo di nuovo.',
    },
    'new-device': {
      title: 'Accesso da un nuovo dispositivo',
      text: `Qualcuno ha effettuato l’accesso al tuo conto con {device} da {place}. Data e ora: {atMs}. ${NOT_YOU}`,
    },
    'password-changed': {
      title: 'La tua password è stata cambiata',
      text: `La tua password è stata cambiata. Data e ora: {atMs}. Tutte le altre sessioni sono state chiuse. ${NOT_YOU}`,
    },
    'second-factor-added': {
      title: 'Secondo fattore aggiunto: {factor}',
      text: `Al tuo conto è stato aggiunto un secondo fattore ({factor}). Data e ora: {atMs}. ${NOT_YOU}`,
    },
    'second-factor-removed': {
      title: 'Secondo fattore rimosso: {factor}',
      text: `Dal tuo conto è stato rimosso un secondo fattore ({factor}). Data e ora: {atMs}. ${NOT_YOU}`,
    },
    'api-key-created': {
      title: 'È stata creata una chiave API: {name}',
      text: `Per il tuo conto è stata creata la chiave API «{name}» ({start}…). Data e ora: {atMs}. I programmi che la possiedono possono {scope}. ${NOT_YOU}`,
    },
    'api-key-new-network': {
      title: 'Chiave API usata da una nuova rete: {name}',
      text: 'La chiave API «{name}» ({start}…) è stata usata dall’indirizzo {address}, da una rete mai usata prima. Data e ora: {atMs}. Se non era uno dei tuoi programmi, revoca subito la chiave nel tuo profilo e contattaci.',
    },
    'api-key-refused': {
      title: 'Chiave API rifiutata: {name}',
      text: 'La chiave API «{name}» ({start}…) è stata usata da {network}, una rete che la chiave non consente. Data e ora: {atMs}. La richiesta è stata rifiutata. Se non era uno dei tuoi programmi, la chiave potrebbe essere finita in mani altrui: revocala nel tuo profilo. Ricevi questo messaggio al massimo una volta al giorno per ogni chiave.',
    },
    'api-key-revoked': {
      title: 'Una chiave API è stata revocata: {name}',
      text: 'Un programma con una delle tue chiavi API ha revocato la chiave «{name}» ({start}…). Data e ora: {atMs}. Se non era uno dei tuoi programmi, revoca subito le altre chiavi API nel tuo profilo e contattaci.',
    },
    'webhook-created': {
      title: 'È stato creato un webhook: {host}',
      text: `È stato creato un webhook. Data e ora: {atMs}. Da ora gli eventi del tuo conto, come gli ordini eseguiti e i prelievi, vengono inviati a {host}. ${NOT_YOU} Elimina il webhook e revoca le chiavi API che non usi.`,
    },
    'webhook-secret-rotated': {
      title: 'Un webhook ha un nuovo segreto: {host}',
      text: `Il segreto del webhook di {host} è stato sostituito. Data e ora: {atMs}. Quello precedente viene usato ancora per 24 ore. ${NOT_YOU} Revoca le chiavi API che non usi.`,
    },
    'recovery-code-used': {
      title: 'È stato usato un codice di recupero',
      text: `Per accedere è stato usato un codice di recupero. Data e ora: {atMs}. Codici rimasti: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Codici errati del secondo fattore',
      text: `Più volte sono stati inseriti codici errati del tuo secondo fattore. Ultima volta: {atMs}. Chi lo ha fatto conosce la tua password o ha effettuato l’accesso. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'Sono stati creati nuovi codici di recupero',
      text: `Sono stati creati nuovi codici di recupero per il tuo conto. Data e ora: {atMs}. Quelli precedenti non valgono più. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Conferma il tuo indirizzo e-mail',
      text: 'Conferma il tuo indirizzo e-mail con il link nella nostra mail. Vale fino a: {untilMs}. Solo dopo sono possibili i prelievi.',
    },
    'email-changed': {
      title: 'Il tuo indirizzo e-mail è stato cambiato',
      text: `L’indirizzo e-mail del tuo conto è stato cambiato in {email}. Data e ora: {atMs}. ${NOT_YOU}`,
    },
    'profile-changed': {
      title: 'Il tuo profilo è stato modificato',
      text: 'Abbiamo modificato i dati personali del tuo conto. Data e ora: {atMs}. Controllali nel tuo profilo. Se non sono corretti o non hai richiesto la modifica, contattaci.',
    },
    'auto-login-used': {
      title: 'È stato usato un link di accesso',
      text: `Un link di accesso al tuo conto è stato usato con {device} da {place}. Data e ora: {atMs}. ${NOT_YOU}`,
    },
    'sign-in-link': {
      title: 'Il tuo link di accesso',
      text: 'Con il link nella nostra e-mail puoi accedere senza password fino a: {untilMs}. Non inoltrarlo: chi lo apre accede al tuo conto. Se non l’hai richiesto, ignoralo e contattaci.',
    },
    'reset-link': {
      title: 'È stata richiesta una nuova password',
      text: 'Qualcuno ha richiesto una nuova password per il tuo conto. Il link nella nostra mail permette di impostarla; vale una volta sola, fino a: {untilMs}. Se non sei stato tu, non devi fare nulla.',
    },
    'data-export-ready': {
      title: 'I tuoi dati sono pronti',
      text: 'Tutto ciò che conserviamo su di te è stato raccolto. Accedi e scaricalo entro il {untilMs}; poi viene cancellato.',
    },
    'data-export-failed': {
      title: 'Non è stato possibile raccogliere i tuoi dati',
      text: 'Il file con i tuoi dati non è stato creato. Data e ora: {atMs}. Richiedilo di nuovo e contattaci se il problema persiste.',
    },
    'account-closed': {
      title: 'Il tuo conto è stato chiuso',
      text: 'Il tuo conto è stato chiuso. Data e ora: {atMs}. Ciò che la legge impone di conservare viene conservato per il tempo prescritto e poi cancellato.',
    },
    'operator-message': { title: '{title}', text: '{message}' },
  },
  words: {
    buy: 'acquisto',
    sell: 'vendita',
    'buy-price': 'prezzo di acquisto',
    'sell-price': 'prezzo di vendita',
    passport: 'documento d’identità',
    address: 'prova di residenza',
    funding: 'prova del mezzo di pagamento',
    'deposit-limit': 'limite di deposito',
    'loss-limit': 'limite di perdita',
    day: 'giorno',
    week: 'settimana',
    month: 'mese',
    'time-out': 'pausa',
    'self-exclusion': 'autoesclusione',
    'daily-loss': 'perdita di un giorno',
    drawdown: 'calo dal valore massimo',
    authenticator: 'app di autenticazione',
    passkey: 'passkey',
    'api-read': 'leggere il tuo conto',
    'api-trade': 'leggere il tuo conto e fare trading',
    'limit-order': 'ordine limite',
    'stop-order': 'ordine stop',
    'order-broker': 'lo ha annullato il broker',
    'order-account': 'il tuo conto ora non può aprire posizioni di questo tipo',
    'order-margin': 'il margine libero non era sufficiente',
    'order-levels': 'lo stop loss o il take profit era dal lato sbagliato del prezzo',
    'order-leverage': 'la leva o l’importo non è più consentito',
    'order-symbol': 'il mercato non può essere negoziato',
  },
  mail: {
    greeting: 'Buongiorno {name},',
    greetingUnnamed: 'Buongiorno,',
    open: 'Apri {operator}',
    optional:
      'Ricevi questa mail perché hai un conto presso {operator}. Puoi disattivare queste mail nel tuo conto.',
    required:
      'Ricevi questa mail perché hai un conto presso {operator}. Le mail di questo tipo non si possono disattivare.',
  },
};
