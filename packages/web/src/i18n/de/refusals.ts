import type { Complete } from '../catalogue.ts';
import type { refusals as en } from '../en/refusals.ts';

export const refusals = {
  'invalid-credentials': 'Ungültige Zugangsdaten.',
  'session-ended': 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  'second-factor': 'Geben Sie den Code Ihrer Authenticator-App ein',
  'second-factor-missing': 'Richten Sie zuerst eine Authenticator-App ein',
  'code-invalid': 'Der Code ist nicht gültig',
  'api-key-invalid': 'Der API-Schlüssel fehlt oder ist unbekannt, abgelaufen oder widerrufen',
  'scope-missing': 'Diesem API-Schlüssel fehlt die Berechtigung {scope}',
  'network-refused': 'Dieser API-Schlüssel kann aus diesem Netzwerk nicht verwendet werden',
  'live-key-required':
    'Mit einem Schlüssel des Übungskontos ist das nicht möglich. Verwenden Sie einen Schlüssel des Echtgeldkontos',
  'too-many-api-keys': 'Höchstens {maximum} API-Schlüssel sind möglich',
  'too-many-channels': 'Eine Verbindung kann höchstens {maximum} Kanäle haben',
  'too-many-watchlists': 'Höchstens {maximum} Watchlists sind möglich',
  'too-many-webhooks': 'Höchstens {maximum} Webhooks sind möglich',
  'webhook-disabled':
    'Der Webhook ist deaktiviert. Aktivieren Sie ihn und senden Sie das Ereignis dann erneut',
  'webhook-target-refused': 'An diese Adresse können keine Ereignisse gesendet werden',
  'push-target-refused': 'An diesen Browser können keine Benachrichtigungen gesendet werden',
  'too-many-push-devices': 'Höchstens {maximum} Geräte sind möglich. Entfernen Sie zuerst eines.',
  'push-not-delivered':
    'Der Push-Dienst des Browsers hat die Benachrichtigung nicht angenommen. Versuchen Sie es später erneut oder aktivieren Sie die Benachrichtigungen auf dem Gerät neu.',
  'sign-on-failed':
    'Die Anmeldung über Single Sign-on ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  'sign-on-no-role':
    'Ihr Konto hat keine Rolle im Backoffice. Wenden Sie sich an Ihren Administrator.',
  'sign-on-email':
    'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt. Wenden Sie sich an Ihren Administrator.',
  'sign-on-unavailable':
    'Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es später erneut oder melden Sie sich mit Ihrem Passwort an.',
  'sign-on-required':
    'Ihr Konto gehört zum Anmeldedienst. Melden Sie sich über Single Sign-on statt mit Ihrem Passwort an.',
  'member-linked':
    'Dieses Mitglied meldet sich nur über den Anmeldedienst an. Erlauben Sie ihm zuerst den Notfallzugang, bevor Sie ein Passwort setzen.',
  'approver-not-linked':
    'Zwei Mitglieder, die sich über den Anmeldedienst anmelden, müssen das freigeben. Lokale Konten und Notfallzugänge zählen nicht.',
  'too-many-passkeys': 'Höchstens {maximum} Passkeys sind möglich',
  'password-required': 'Geben Sie Ihr Passwort noch einmal ein',
  'email-unconfirmed':
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link, den wir Ihnen geschickt haben',
  'email-unknown': 'Diese E-Mail-Adresse gibt es nicht.',
  'email-taken': 'Diese E-Mail-Adresse ist bereits vergeben',
  'password-expired': 'Dieses Erstpasswort ist abgelaufen. Bitte fordern Sie ein neues an.',
  'password-change-required': 'Legen Sie zuerst ein eigenes Passwort fest',
  'password-unchanged': 'Das neue Passwort muss sich vom aktuellen unterscheiden',
  'password-known':
    'Dieses Passwort ist leicht zu erraten oder stammt aus einem bekannten Datenleck. Bitte wählen Sie ein anderes.',
  'link-invalid': 'Der Link ist nicht gültig',
  'no-access': 'Sie haben keinen Zugriff',
  'not-verified': 'Das Konto ist nicht verifiziert',
  'price-unavailable': 'Vorübergehend nicht verfügbar',
  'practice-reset-used':
    'Sie können Ihr Demokonto einmal am Tag zurücksetzen. Das nächste Mal ist es ab Mitternacht UTC möglich.',
  'practice-market-closed':
    'Sie halten eine Position in {symbol}, dessen Markt geschlossen ist. Setzen Sie Ihr Demokonto zurück, sobald er wieder geöffnet ist.',
  'practice-only-live': 'Ein Schlüssel des Demokontos gilt nur für das Demokonto.',
  'position-price-unavailable': 'In Kürze wieder verfügbar',
  'price-moved': 'Der Kurs hat sich auf {price} bewegt',
  'open-losses':
    'Wegen offener Verluste sind höchstens {available} für eine neue Position verfügbar',
  'stop-invalid': 'Darf nicht {side} als {limit} sein',
  'target-invalid': 'Darf nicht {side} als {limit} sein',
  'trail-invalid': 'Der Trailing-Abstand muss zwischen {minimum} und {maximum} liegen',
  'trail-unavailable':
    'Ein Trailing-Stop ist nicht möglich bei garantiertem Stop oder, in einer Order, zusammen mit einem Stop-Loss',
  'amount-too-small': 'Der Betrag muss mindestens {minimum} sein',
  'amount-too-large': 'Der Betrag darf höchstens {maximum} sein',
  'leverage-invalid': 'Dieser Hebel ist nicht erlaubt',
  'alert-reached': 'Der Kurs hat dieses Niveau bereits erreicht',
  'too-many-alerts': 'Höchstens {maximum} aktive Kursalarme sind möglich',
  'too-many-positions': 'Es können höchstens {maximum} Positionen offen sein',
  'order-price-invalid': 'Der Auslösekurs muss {side} als {limit} sein',
  'order-expiry-invalid': 'Das Ablaufdatum muss in den nächsten {days} Tagen liegen',
  'too-many-orders': 'Es können höchstens {maximum} Orders ausstehen',
  'withdraw-maximum': 'Höchstens {maximum} können ausgezahlt werden',
  'nothing-to-withdraw': 'Es ist kein Guthaben zum Auszahlen da',
  'deposit-minimum': 'Mindesteinzahlung 250 €',
  'deposit-unverified-maximum':
    'Bis zu Ihrer Verifizierung können Sie noch höchstens {maximum} einzahlen',
  'profile-incomplete': 'Bitte vervollständigen Sie zuerst Ihr Konto',
  'provider-unavailable':
    'Der Zahlungsanbieter antwortet nicht. Es wurde nichts abgebucht: Versuchen Sie es später noch einmal.',
  'provider-refused': 'Der Zahlungsanbieter hat diese Zahlung abgelehnt',
  'payment-under-way':
    'Diese Zahlung liegt bereits beim Anbieter. Den Status sehen Sie unter Transaktionen.',
  'method-unavailable': 'Diese Zahlungsart ist nicht verfügbar',
  'transaction-stage': 'Diese Transaktion wurde bereits verarbeitet.',
  'too-many-transactions': 'Höchstens {maximum} Zahlungen können gleichzeitig laufen',
  maintenance:
    'Während der Wartung können keine neuen Positionen eröffnet werden. Sie können Positionen schließen.',
  'close-only': 'Das Konto kann nur Positionen schließen',
  blocked: 'Das Konto ist gesperrt. Bitte wenden Sie sich an uns.',
  'appropriateness-required': 'Beantworten Sie zuerst die Fragen zum gehebelten Handel',
  'too-early': 'Das ist in {seconds} Sekunden möglich',
  'loss-limit':
    'Ihr eigenes Verlustlimit ist erreicht. Ab {until} können Sie wieder Positionen eröffnen.',
  'deposit-limit': 'Ihr eigenes Limit lässt bis {until} noch {available} an Einzahlungen zu',
  'time-out': 'Sie haben eine Auszeit bis {until}. Sie können Positionen schließen und auszahlen.',
  'self-excluded':
    'Sie haben sich selbst vom Handel ausgeschlossen. Sie können Positionen schließen und auszahlen.',
  'exclusion-stands':
    'Ihre aktuelle Auszeit oder Ihr Selbstausschluss endet später und kann nicht verkürzt werden',
  forbidden: 'Dazu haben Sie keine Berechtigung',
  'own-account': 'Das muss jemand anderes für Ihr eigenes Konto tun',
  'cover-impossible':
    'Ein Konto ist nicht mehr verknüpft oder hat weniger verfügbar als geplant. Es wurde kein weiterer Betrag abgebucht: Prüfen Sie den Fehlbetrag und entscheiden Sie neu.',
  'shortfall-open':
    'Ein negativer Saldo dieses Kunden oder eines verknüpften Kontos ist noch nicht ausgeglichen. Gleichen Sie zuerst den Fehlbetrag aus.',
  'return-reported':
    'Eine Erstattung oder Rückbuchung einer Einzahlung dieses Kunden wurde gemeldet und ist nicht gebucht. Warten Sie auf die Antwort des Zahlungsanbieters oder entscheiden Sie zuerst über die Einzahlung.',
  'withdrawal-not-covered':
    'Das Konto deckt zurzeit nur {maximum}. Warten Sie, bis die offenen Positionen es zulassen, oder lehnen Sie ab, damit der Kunde weniger anfordern kann.',
  'second-person':
    'Sie haben das bereits freigegeben. Eine zweite Person muss es ebenfalls freigeben.',
  'approver-unknown':
    'Zwei angemeldete Mitarbeiter müssen das freigeben. Melden Sie sich als einer von ihnen an.',
  'approver-too-new':
    'Jemand hat vor Kurzem Ihr Konto, Ihre Rollen, Ihr Passwort oder Ihre App geändert. Sie können ab {until} freigeben.',
  'document-not-current':
    'Dieses Dokument ist nicht anerkannt oder wurde durch ein neueres ersetzt. Laden Sie es neu.',
  'too-many-images': 'Die Website hat bereits {maximum} Bilder, mehr sind nicht möglich.',
  'screening-open':
    'Das Screening dieses Kunden ist nicht unauffällig. Entscheiden Sie zuerst darüber.',
  'screening-off':
    'Der Anbieter wurde nicht gefragt: Es ist keiner eingerichtet, oder er wurde heute zu oft gefragt.',
  'record-missing': 'Dieser Datensatz existiert nicht, oder niemand muss darüber entscheiden.',
  'content-changed':
    'Jemand hat dies gespeichert, seit Sie es geöffnet haben. Öffnen Sie es noch einmal.',
  'profile-changed':
    'Das Profil wurde geändert, seit Sie es geöffnet haben. Laden Sie es neu und prüfen Sie es erneut.',
  'content-elsewhere':
    'Diese Inhalte werden in einem anderen System verwaltet. Ändern Sie sie dort.',
  'code-taken': 'Dieser Code ist bereits vergeben',
  'read-only': 'Sie sehen dieses Konto als Mitarbeiter und können nichts ändern',
  'not-found': 'Nicht gefunden',
  'not-halted': 'Halten Sie zuerst das Symbol an',
  'split-not-quoted': 'Die Kursquelle liefert den angepassten Kurs noch nicht',
  'adjustment-impossible': 'Die angepassten Kurse wären zu klein oder zu groß',
  'duplicate-id': 'Diese Anfragekennung wurde bereits für etwas anderes verwendet',
  'consent-outdated': 'Der Text wurde geändert. Bitte lesen und akzeptieren Sie Version {version}.',
  'profile-locked':
    'Ihr Konto ist verifiziert. Bitte wenden Sie sich an uns, um Name, Geburtsdatum oder Land zu ändern.',
  'registration-closed': 'Die Registrierung ist geschlossen',
  'file-infected':
    'Der Virenscanner hat in dieser Datei Schadsoftware gefunden. Sie wurde nicht gespeichert',
  'file-not-supported': 'Diese Datei wird nicht unterstützt',
  'file-too-large': 'Die Datei darf höchstens {maximum} MB groß sein',
  'too-many-lines': 'Der Zeitraum hat mehr als {maximum} Zeilen. Wählen Sie einen kürzeren.',
  'document-stands': 'Dieses Dokument wird geprüft oder ist bereits genehmigt',
  'document-judged': 'Dieses Dokument wurde bereits geprüft',
  'document-not-viewed': 'Öffnen Sie das Dokument, bevor Sie es genehmigen.',
  'last-admin':
    'Mindestens ein aktiver Administrator mit Authenticator-App muss bleiben. Fügen Sie zuerst einen weiteren hinzu.',
  'too-many-documents': 'Zu viele Dokumente heute. Versuchen Sie es morgen erneut.',
  'export-under-way':
    'Ihre Daten werden bereits zusammengestellt. Wir melden uns, wenn sie bereit sind.',
  'export-too-soon': 'Sie können Ihre Daten ab {until} wieder anfordern',
  'close-positions-first': 'Schließen Sie zuerst Ihre offenen Positionen',
  'payments-under-way':
    'Eine Zahlung ist noch nicht abgeschlossen. Warten Sie, bis sie entschieden ist, oder brechen Sie sie ab.',
  'withdraw-first': 'Zahlen Sie zuerst die {amount} auf Ihrem Konto aus',
  'credit-left':
    'Auf Ihrem Konto besteht ein Kredit von {amount}. Kontaktieren Sie uns, damit wir ihn entfernen.',
  'debt-left': 'Ihr Konto schuldet {amount}. Kontaktieren Sie uns, um den Betrag auszugleichen.',
  'account-closed':
    'Dieses Konto ist geschlossen. Kontaktieren Sie uns, wenn Sie Daten daraus benötigen.',
  'too-large': 'Die Datei oder Anfrage ist zu groß für den Server',
  'media-type-unsupported': 'Die Anfrage muss als application/json gesendet werden',
  'origin-refused': 'Anfragen von dieser Website werden abgelehnt',
  malformed: 'Die Anfrage konnte nicht gelesen werden. Prüfen Sie ihr Format.',
  'method-not-allowed': 'Diese Adresse unterstützt diese Methode nicht',
  invalid: 'Einige Felder sind nicht gültig',
  'proof-required':
    'Ihr Browser konnte eine Sicherheitsprüfung nicht abschließen. Versuchen Sie es erneut.',
  'too-many': 'Zu viele Versuche. Versuchen Sie es später erneut.',
  unavailable: 'Der Dienst ist nicht verfügbar. Versuchen Sie es gleich erneut.',
  internal: 'Bei uns ist etwas schiefgegangen',
  lower: 'niedriger',
  higher: 'höher',
  wayQuestions: 'Fragen beantworten',
  wayOwnLimits: 'Eigene Limits ansehen',
  wayDocuments: 'Dokumente hochladen',
  wayContact: 'Kontakt aufnehmen',
} satisfies Complete<typeof en>;
