import type { Catalogue } from './catalogue.ts';

const POSITION = 'Position {positionId} ({direction}) auf {symbol} ({amountCents} × {leverage})';
const ORDER = '{order} {orderId}: {direction} {symbol} zu {rate} ({amountCents} × {leverage})';
const QUOTE = 'Der Kurs war Verkauf {sellRate}, Kauf {buyRate}.';
const NOT_YOU =
  'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an uns.';

export const de: Catalogue = {
  kinds: {
    'stop-filled': {
      title: 'Stop-Loss erreicht: {symbol}',
      text: `Ihre ${POSITION} wurde am {atMs} durch den Stop-Loss zu {rate} geschlossen. Ergebnis: {profitCents}.`,
    },
    'target-filled': {
      title: 'Take-Profit erreicht: {symbol}',
      text: `Ihre ${POSITION} wurde am {atMs} durch den Take-Profit zu {rate} geschlossen. Ergebnis: {profitCents}.`,
    },
    'position-closed-by-broker': {
      title: 'Vom Broker geschlossen: {symbol}',
      text: `Ihre ${POSITION} wurde am {atMs} vom Broker zu {rate} geschlossen. Ergebnis: {profitCents}. Wenn Sie Fragen dazu haben, wenden Sie sich an uns.`,
    },
    'order-filled': {
      title: 'Order ausgeführt: {symbol}',
      text: `Ihre ${ORDER} wurde am {atMs} ausgeführt und hat die Position {positionId} eröffnet.`,
    },
    'order-expired': {
      title: 'Order abgelaufen: {symbol}',
      text: `Ihre ${ORDER} ist am {atMs} ohne Ausführung abgelaufen.`,
    },
    'order-cancelled': {
      title: 'Order storniert: {symbol}',
      text: `Ihre ${ORDER} wurde am {atMs} storniert: {reason}.`,
    },
    'order-rejected': {
      title: 'Order abgelehnt: {symbol}',
      text: `Der Kurs hat Ihre ${ORDER} am {atMs} erreicht, sie konnte aber nicht ausgeführt werden: {reason}. Sie wird nicht noch einmal versucht.`,
    },
    'position-split': {
      title: 'Split: {symbol}',
      text: '{symbol} wurde am {atMs} gesplittet: {newUnits} neue für {oldUnits} alte. Ihre Position {positionId} läuft mit demselben Betrag und Hebel weiter. Ihr Eröffnungskurs ist jetzt {rate}; Stop-Loss, Take-Profit und Stop-out-Kurs wurden im selben Verhältnis angepasst. Die Rundungsdifferenz im Gewinn wurde auf Ihrem Konto verbucht.',
    },
    'dividend-booked': {
      title: 'Dividende: {symbol}',
      text: 'Für Ihre Position {positionId} wurde am {atMs} eine Dividende von {symbol} gebucht: {amountCents}. Einem Kauf wird sie gutgeschrieben, ein Verkauf zahlt sie.',
    },
    'position-terminated': {
      title: 'Stop-out: {symbol}',
      text:
        `Ihre ${POSITION} wurde am {atMs} durch einen Stop-out zu {rate} geschlossen. ${QUOTE} Ergebnis: {profitCents}.\n\n` +
        'Regel: Ein Stop-out schließt eine Position, wenn sich der Kurs um den Prozentsatz gegen sie ' +
        'bewegt hat, der zu ihrem Hebel gehört. Der Stop-out-Kurs dieser Position war {levelRate}.',
    },
    'position-closed-out': {
      title: 'Margin-Close-out: {symbol}',
      text:
        `Ihre ${POSITION} wurde am {atMs} durch ein Margin-Close-out zu {rate} geschlossen. ${QUOTE} Ergebnis: {profitCents}.\n\n` +
        'Regel: Fällt das Marginniveau unter {limitPercent}, wird jeweils die Position mit dem ' +
        'größten Verlust geschlossen, bis das Niveau wieder erreicht ist. Ihr Niveau war {levelPercent}.',
    },
    'margin-warning': {
      title: 'Margin-Warnung: Ihr Marginniveau liegt unter {thresholdPercent}',
      text:
        'Ihr Marginniveau lag am {atMs} bei {levelPercent}. Fällt es unter {limitPercent}, werden ' +
        'Ihre Positionen geschlossen (Margin-Close-out), beginnend mit dem größten Verlust.\n\n' +
        'Sie können Positionen schließen oder einzahlen, um es zu erhöhen. Sie sind nicht verpflichtet einzuzahlen.',
    },
    'own-limit-reached': {
      title: 'Ihr eigenes Limit greift: {limit}',
      text: 'Das von Ihnen gesetzte Limit ({limit}) wurde am {atMs} erreicht. Es gilt bis {untilMs}.',
    },
    'own-limit-set': {
      title: 'Ihr eigenes Limit gilt: {limit}',
      text: 'Seit {atMs} beträgt Ihr Limit ({limit}) {amountCents} je {period}.',
    },
    'own-limit-waits': {
      title: 'Ihr eigenes Limit wird sich ändern: {limit}',
      text: 'Sie haben ein höheres oder kein Limit gewünscht ({limit} je {period}). Das gilt ab {fromMs}; bis dahin bleibt das jetzige, und Sie können es behalten.',
    },
    'own-limit-removed': {
      title: 'Ihr eigenes Limit ist beendet: {limit}',
      text: 'Wie gewünscht gilt seit {atMs} nicht mehr: {limit} je {period}.',
    },
    'exclusion-begun': {
      title: 'Begonnen: {limit}',
      text: 'Bis {untilMs} können Sie keine Positionen eröffnen und nichts einzahlen ({limit}). Schließen und Auszahlen bleiben möglich. Sie können den Zeitraum verlängern, aber nicht verkürzen.',
    },
    'excluded-for-ever': {
      title: 'Sie haben sich für immer ausgeschlossen',
      text: 'Seit {atMs} können Sie keine Positionen mehr eröffnen und nichts mehr einzahlen. Schließen und Auszahlen bleiben möglich. Dies lässt sich nicht rückgängig machen.',
    },
    'price-alert': {
      title: 'Kursalarm: {symbol} bei {rate}',
      text: 'Der {side} von {symbol} hat am {atMs} die Marke {rate} erreicht: Er stand bei {reachedRate}. Der Alarm ist damit beendet.',
    },
    'auto-trade-opened': {
      title: 'Der automatische Handel hat eine Position eröffnet: {symbol}',
      text: `Der automatische Handel hat am {atMs} Ihre ${POSITION} zu {rate} eröffnet.`,
    },
    'auto-trade-closed': {
      title: 'Der automatische Handel hat eine Position geschlossen: {symbol}',
      text: `Der automatische Handel hat am {atMs} Ihre ${POSITION} zu {rate} geschlossen. Ergebnis: {profitCents}.`,
    },
    'auto-trading-paused': {
      title: 'Der automatische Handel pausiert',
      text: 'Der automatische Handel eröffnet seit {atMs} nichts Neues, weil seine Grenze erreicht wurde: {rule}. Offene Positionen behalten Stop-Loss und Take-Profit.',
    },
    'deposit-requested': {
      title: 'Einzahlung {transactionId} erfasst',
      text: 'Wir haben Ihre Einzahlung {transactionId} über {amountCents} erfasst. Wir melden uns, wenn das Geld eingegangen ist.',
    },
    'deposit-approved': {
      title: 'Einzahlung {transactionId} gutgeschrieben',
      text: 'Ihre Einzahlung {transactionId} über {amountCents} wurde Ihrem Konto gutgeschrieben.',
    },
    'deposit-failed': {
      title: 'Einzahlung {transactionId} nicht abgeschlossen',
      text: 'Ihre Einzahlung {transactionId} über {amountCents} wurde nicht abgeschlossen. Es wurde nichts gutgeschrieben.',
    },
    'deposit-in-review': {
      title: 'Einzahlung {transactionId} wird geprüft',
      text: 'Was wir zu Ihrer Einzahlung {transactionId} über {amountCents} erhalten haben, weicht vom Auftrag ab. Wir prüfen es und teilen Ihnen das Ergebnis mit.',
    },
    'deposit-rejected': {
      title: 'Einzahlung {transactionId} abgelehnt',
      text: 'Ihre Einzahlung {transactionId} über {amountCents} wurde abgelehnt. Bei Fragen wenden Sie sich bitte an uns.',
    },
    'deposit-reversed': {
      title: 'Einzahlung {transactionId} zurückgebucht',
      text: 'Ihre Einzahlung {transactionId} wurde zurückgebucht. {amountCents} wurden Ihrem Konto belastet.',
    },
    'withdrawal-requested': {
      title: 'Auszahlung {transactionId} beantragt',
      text: 'Wir haben Ihren Auftrag erhalten, {amountCents} auszuzahlen, Nummer {transactionId}. Der Betrag ist bis zur Entscheidung reserviert. Wenn Sie das nicht waren, wenden Sie sich sofort an uns.',
    },
    'withdrawal-approved': {
      title: 'Auszahlung {transactionId} genehmigt',
      text: 'Ihre Auszahlung {transactionId} über {amountCents} wurde genehmigt und wird überwiesen.',
    },
    'withdrawal-paid': {
      title: 'Auszahlung {transactionId} überwiesen',
      text: 'Ihre Auszahlung {transactionId} über {amountCents} wurde überwiesen. Bis sie eingeht, können etwa sieben Werktage vergehen.',
    },
    'withdrawal-rejected': {
      title: 'Auszahlung {transactionId} abgelehnt',
      text: 'Ihre Auszahlung {transactionId} wurde abgelehnt. {amountCents} stehen auf Ihrem Konto wieder zur Verfügung.',
    },
    'withdrawal-cancelled': {
      title: 'Auszahlung {transactionId} storniert',
      text: 'Ihre Auszahlung {transactionId} wurde storniert. {amountCents} stehen auf Ihrem Konto wieder zur Verfügung.',
    },
    'withdrawal-cancelled-loss': {
      title: 'Auszahlung {transactionId} storniert: Ein Verlust hat einen Teil davon verbraucht',
      text: 'Ihre letzte Position wurde mit einem Verlust geschlossen, der größer war als das Guthaben auf Ihrem Konto. Geld, das für eine Auszahlung reserviert ist, deckt einen solchen Verlust, bis die Auszahlung ausgeführt ist. Wir haben deshalb Ihre Auszahlung {transactionId} über {amountCents} storniert. Der verbleibende Betrag ist auf Ihrem Konto; Sie können ihn erneut zur Auszahlung anfordern.',
    },
    'withdrawal-cancelled-reversal': {
      title: 'Auszahlung {transactionId} storniert',
      text: 'Eine Ihrer Einzahlungen wurde zurückgebucht. Wir haben deshalb Ihre noch nicht ausgeführte Auszahlung {transactionId} über {amountCents} storniert. Der Betrag ist wieder auf Ihrem Konto und deckt die zurückgebuchte Einzahlung. Was übrig bleibt, können Sie erneut anfordern. Wenn Sie uns Geld schulden, kontaktieren Sie uns bitte.',
    },
    'withdrawal-returned': {
      title: 'Auszahlung {transactionId} zurückgebucht',
      text: 'Die Überweisung Ihrer Auszahlung {transactionId} ist gescheitert. {amountCents} wurden Ihrem Konto wieder gutgeschrieben.',
    },
    'shortfall-in-review': {
      title: 'Ihr negativer Saldo wird geprüft',
      text: 'Am {atMs} wurde Ihre letzte Position mit einem Verlust geschlossen, der das Guthaben auf Ihrem Konto um {amountCents} überstieg. Ihr Konto ist mit einem anderen verknüpft; deshalb prüfen wir, was der Negativsaldoschutz übernimmt. Bis dahin gilt der Betrag als geschuldet: Sie können handeln, aber nur auszahlen lassen, was darüber hinausgeht. Wenn Sie meinen, dass Ihr Konto irrtümlich verknüpft ist, kontaktieren Sie uns bitte.',
    },
    'shortfall-settled': {
      title: 'Ihr negativer Saldo ist ausgeglichen',
      text: 'Der negative Saldo von {amountCents}, der durch einen Verlust entstanden ist, ist ausgeglichen. Sie schulden davon nichts mehr.',
    },
    'shortfall-covered': {
      title: '{amountCents} haben den Verlust eines verknüpften Kontos gedeckt',
      text: 'Wir haben {amountCents} von Ihrem Konto verwendet, um den Verlust eines Kontos zu decken, das mit Ihrem verknüpft ist. Wenn Sie meinen, dass die Konten irrtümlich verknüpft sind, kontaktieren Sie uns bitte.',
    },
    'debt-paid': {
      title: '{amountCents} Ihrer Schuld sind beglichen',
      text: 'Wir haben {amountCents} von Ihrem Guthaben verwendet, um Ihre Schuld aus einer zurückgebuchten Einzahlung zu begleichen.',
    },
    'document-approved': {
      title: 'Dokument anerkannt: {document}',
      text: 'Wir haben Ihr Dokument ({document}) geprüft und anerkannt.',
    },
    'document-expiring': {
      title: 'Dokument läuft bald ab: {document}',
      text: 'Ihr Dokument ({document}) ist bis {expiresMs} gültig. Bitte laden Sie vorher ein neues hoch.',
    },
    'document-expired': {
      title: 'Dokument abgelaufen: {document}',
      text: 'Ihr Dokument ({document}) war bis {expiresMs} gültig. Bitte laden Sie ein neues hoch.',
    },
    'document-rejected': {
      title: 'Dokument abgelehnt: {document}',
      text: 'Wir konnten Ihr Dokument ({document}) nicht anerkennen: {note}\n\nBitte laden Sie es erneut hoch.',
    },
    'new-device': {
      title: 'Anmeldung von einem neuen Gerät',
      text: `Am {atMs} hat sich jemand mit {device} von {place} aus in Ihrem Konto angemeldet. ${NOT_YOU}`,
    },
    'password-changed': {
      title: 'Ihr Passwort wurde geändert',
      text: `Ihr Passwort wurde am {atMs} geändert. Alle anderen Sitzungen wurden beendet. ${NOT_YOU}`,
    },
    'second-factor-added': {
      title: 'Zweiter Faktor hinzugefügt: {factor}',
      text: `Ihrem Konto wurde am {atMs} ein zweiter Faktor ({factor}) hinzugefügt. ${NOT_YOU}`,
    },
    'second-factor-removed': {
      title: 'Zweiter Faktor entfernt: {factor}',
      text: `Von Ihrem Konto wurde am {atMs} ein zweiter Faktor ({factor}) entfernt. ${NOT_YOU}`,
    },
    'api-key-created': {
      title: 'Ein API-Schlüssel wurde erstellt: {name}',
      text: `Der API-Schlüssel „{name}“ ({start}…) wurde am {atMs} für Ihr Konto erstellt. Programme, die ihn besitzen, können {scope}. ${NOT_YOU}`,
    },
    'api-key-new-network': {
      title: 'API-Schlüssel aus einem neuen Netzwerk benutzt: {name}',
      text: 'Der API-Schlüssel „{name}“ ({start}…) wurde am {atMs} von {address} aus benutzt. Aus diesem Netzwerk wurde er bisher nicht benutzt. Wenn das keines Ihrer Programme war, widerrufen Sie den Schlüssel sofort in Ihrem Profil und wenden Sie sich an uns.',
    },
    'api-key-refused': {
      title: 'API-Schlüssel abgelehnt: {name}',
      text: 'Der API-Schlüssel „{name}“ ({start}…) wurde am {atMs} aus dem Netzwerk {network} benutzt, das für ihn nicht zugelassen ist. Die Anfrage wurde abgelehnt. Wenn das keines Ihrer Programme war, kann der Schlüssel in fremde Hände gelangt sein: Widerrufen Sie ihn in Ihrem Profil. Sie erhalten diese Nachricht höchstens einmal am Tag je Schlüssel.',
    },
    'api-key-revoked': {
      title: 'Ein API-Schlüssel wurde widerrufen: {name}',
      text: 'Der API-Schlüssel „{name}“ ({start}…) wurde am {atMs} von einem Programm widerrufen, das einen Ihrer API-Schlüssel hat. Wenn das keines Ihrer Programme war, widerrufen Sie Ihre übrigen API-Schlüssel sofort in Ihrem Profil und wenden Sie sich an uns.',
    },
    'webhook-created': {
      title: 'Ein Webhook wurde erstellt: {host}',
      text: `Am {atMs} wurde ein Webhook erstellt. Ab jetzt werden die Ereignisse Ihres Kontos, zum Beispiel ausgeführte Orders und Auszahlungen, an {host} gesendet. ${NOT_YOU} Löschen Sie den Webhook und widerrufen Sie API-Schlüssel, die Sie nicht benutzen.`,
    },
    'webhook-secret-rotated': {
      title: 'Ein Webhook hat ein neues Geheimnis: {host}',
      text: `Das Geheimnis des Webhooks bei {host} wurde am {atMs} ersetzt. Das bisherige wird noch 24 Stunden lang benutzt. ${NOT_YOU} Widerrufen Sie API-Schlüssel, die Sie nicht benutzen.`,
    },
    'recovery-code-used': {
      title: 'Ein Wiederherstellungscode wurde benutzt',
      text: `Am {atMs} wurde ein Wiederherstellungscode zur Anmeldung benutzt. Verbleibende Codes: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Falsche Codes Ihres zweiten Faktors',
      text: `Mehrmals wurden falsche Codes Ihres zweiten Faktors eingegeben, zuletzt am {atMs}. Wer das war, kennt Ihr Passwort oder ist angemeldet. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'Neue Wiederherstellungscodes wurden erstellt',
      text: `Am {atMs} wurden neue Wiederherstellungscodes für Ihr Konto erstellt. Die früheren gelten nicht mehr. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      text: 'Bitte bestätigen Sie Ihre E-Mail-Adresse über den Link in unserer Mail. Er gilt bis {untilMs}. Auszahlungen sind erst danach möglich.',
    },
    'email-changed': {
      title: 'Ihre E-Mail-Adresse wurde geändert',
      text: `Die E-Mail-Adresse Ihres Kontos wurde am {atMs} in {email} geändert. ${NOT_YOU}`,
    },
    'profile-changed': {
      title: 'Ihr Profil wurde geändert',
      text: 'Wir haben die persönlichen Angaben zu Ihrem Konto am {atMs} geändert. Bitte prüfen Sie sie in Ihrem Profil. Wenn sie nicht stimmen oder Sie das nicht beauftragt haben, wenden Sie sich an uns.',
    },
    'auto-login-used': {
      title: 'Ein Anmeldelink wurde benutzt',
      text: `Am {atMs} wurde mit {device} von {place} aus ein Anmeldelink zu Ihrem Konto benutzt. ${NOT_YOU}`,
    },
    'sign-in-link': {
      title: 'Ihr Anmeldelink',
      text: 'Mit dem Link in unserer E-Mail können Sie sich bis {untilMs} ohne Passwort anmelden. Leiten Sie ihn nicht weiter: Wer ihn öffnet, ist in Ihrem Konto angemeldet. Wenn Sie ihn nicht angefordert haben, ignorieren Sie ihn und kontaktieren Sie uns.',
    },
    'reset-link': {
      title: 'Ein neues Passwort wurde angefordert',
      text: 'Jemand hat für Ihr Konto ein neues Passwort angefordert. Über den Link in unserer Mail wird es gesetzt; er gilt einmal, bis {untilMs}. Wenn Sie das nicht waren, müssen Sie nichts tun.',
    },
    'data-export-ready': {
      title: 'Ihre Daten sind bereit',
      text: 'Alles, was wir über Sie gespeichert haben, ist zusammengestellt. Melden Sie sich an und laden Sie es bis {untilMs} herunter; danach wird es gelöscht.',
    },
    'data-export-failed': {
      title: 'Ihre Daten konnten nicht zusammengestellt werden',
      text: 'Die Datei mit Ihren Daten konnte am {atMs} nicht erstellt werden. Bitte fordern Sie sie noch einmal an und schreiben Sie uns, wenn auch das misslingt.',
    },
    'account-closed': {
      title: 'Ihr Konto wurde geschlossen',
      text: 'Ihr Konto wurde am {atMs} geschlossen. Was nach dem Gesetz aufzubewahren ist, wird so lange wie vorgeschrieben aufbewahrt und dann gelöscht.',
    },
    'operator-message': { title: '{title}', text: '{message}' },
  },
  words: {
    buy: 'Kauf',
    sell: 'Verkauf',
    'buy-price': 'Kaufkurs',
    'sell-price': 'Verkaufskurs',
    passport: 'Ausweis',
    address: 'Adressnachweis',
    funding: 'Zahlungsnachweis',
    'deposit-limit': 'Einzahlungslimit',
    'loss-limit': 'Verlustlimit',
    day: 'Tag',
    week: 'Woche',
    month: 'Monat',
    'time-out': 'Auszeit',
    'self-exclusion': 'Selbstausschluss',
    'daily-loss': 'Verlust eines Tages',
    drawdown: 'Rückgang vom Höchststand',
    authenticator: 'Authenticator-App',
    passkey: 'Passkey',
    'api-read': 'Ihr Konto lesen',
    'api-trade': 'Ihr Konto lesen und handeln',
    'limit-order': 'Limit-Order',
    'stop-order': 'Stop-Order',
    'order-broker': 'der Broker hat sie storniert',
    'order-account': 'Ihr Konto darf solche Positionen zurzeit nicht eröffnen',
    'order-margin': 'die freie Margin reichte nicht aus',
    'order-levels': 'Stop-Loss oder Take-Profit lag auf der falschen Seite des Kurses',
    'order-leverage': 'Hebel oder Betrag ist nicht mehr erlaubt',
    'order-symbol': 'der Markt kann nicht gehandelt werden',
  },
  mail: {
    greeting: 'Guten Tag {name},',
    greetingUnnamed: 'Guten Tag,',
    open: '{operator} öffnen',
    optional:
      'Sie erhalten diese Mail, weil Sie ein Konto bei {operator} haben. Solche Mails können Sie in Ihrem Konto abschalten.',
    required:
      'Sie erhalten diese Mail, weil Sie ein Konto bei {operator} haben. Mails dieser Art lassen sich nicht abschalten.',
  },
};
