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
  'too-many-api-keys': 'Höchstens {maximum} API-Schlüssel sind möglich',
  'too-many-channels': 'Eine Verbindung kann höchstens {maximum} Kanäle haben',
  'too-many-passkeys': 'Höchstens {maximum} Passkeys sind möglich',
  'password-required': 'Geben Sie Ihr Passwort noch einmal ein',
  'email-unconfirmed':
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link, den wir Ihnen geschickt haben',
  'email-unknown': 'Diese E-Mail-Adresse gibt es nicht.',
  'email-taken': 'Diese E-Mail-Adresse ist bereits vergeben',
  'link-invalid': 'Der Link ist nicht gültig',
  'no-access': 'Sie haben keinen Zugriff',
  'not-verified': 'Das Konto ist nicht verifiziert',
  'price-unavailable': 'Vorübergehend nicht verfügbar',
  'position-price-unavailable': 'Ist bald wieder da',
  'price-moved': 'Der Kurs hat sich auf {price} bewegt',
  'open-losses': 'Offene Verluste lassen {available} für eine neue Position',
  'stop-invalid': 'Darf nicht {side} als {limit} sein',
  'target-invalid': 'Darf nicht {side} als {limit} sein',
  'trail-invalid': 'Der Trailing-Abstand muss zwischen {minimum} und {maximum} liegen',
  'trail-unavailable':
    'Ein Trailing-Stop ist nicht möglich bei garantiertem Stop oder, in einer Order, zusammen mit einem Stop-Loss',
  'amount-too-small': 'Der Betrag muss mindestens {minimum} sein',
  'amount-too-large': 'Der Betrag darf höchstens {maximum} sein',
  'leverage-invalid': 'Dieser Hebel ist nicht erlaubt',
  'alert-reached': 'Der Kurs ist schon dort',
  'too-many-alerts': 'Höchstens {maximum} Kursalarme können warten',
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
    'Diese Zahlung liegt bereits beim Anbieter. Ihre Transaktionen zeigen, wie sie steht.',
  'method-unavailable': 'Diese Zahlungsart ist nicht verfügbar',
  'transaction-stage': 'Diese Transaktion wurde bereits verarbeitet.',
  'too-many-transactions': 'Höchstens {maximum} Zahlungen können gleichzeitig laufen',
  maintenance:
    'Neue Positionen sind angehalten, während wir an der Plattform arbeiten. Schließen können Sie weiterhin.',
  'close-only': 'Das Konto kann nur Positionen schließen',
  blocked: 'Das Konto ist gesperrt. Bitte wenden Sie sich an uns.',
  'appropriateness-required': 'Beantworten Sie zuerst die Fragen zum gehebelten Handel',
  'too-early': 'Nehmen Sie sich Zeit: Das ist in {seconds} Sekunden möglich',
  'loss-limit':
    'Ihr eigenes Verlustlimit ist erreicht. Ab {until} können Sie wieder Positionen eröffnen.',
  'deposit-limit': 'Ihr eigenes Limit lässt bis {until} noch {available} an Einzahlungen zu',
  'time-out':
    'Sie haben bis {until} eine Auszeit genommen. Positionen schließen und auszahlen können Sie.',
  'self-excluded':
    'Sie haben sich selbst vom Handel ausgeschlossen. Positionen schließen und auszahlen können Sie.',
  'exclusion-stands': 'Was Sie bereits gesetzt haben, gilt länger und kann nicht verkürzt werden',
  forbidden: 'Dazu haben Sie keine Berechtigung',
  'own-account': 'Das muss jemand anderes für Ihr eigenes Konto tun',
  'cover-impossible':
    'Ein Konto ist nicht mehr verknüpft oder hat weniger verfügbar als geplant. Es wurde nichts weiter entnommen: Prüfen Sie den Fehlbetrag und entscheiden Sie neu.',
  'shortfall-open':
    'Über einen Verlust dieses Kunden oder eines verknüpften Kontos ist noch nicht entschieden. Gleichen Sie zuerst den Fehlbetrag aus.',
  'return-reported':
    'Eine Erstattung oder Rückbuchung einer Einzahlung dieses Kunden wurde gemeldet und ist nicht gebucht. Warten Sie auf die Antwort des Zahlungsanbieters oder entscheiden Sie zuerst über die Einzahlung.',
  'withdrawal-not-covered':
    'Das Konto deckt zurzeit nur {maximum}. Warten Sie, bis die offenen Positionen es zulassen, oder lehnen Sie ab, damit der Kunde weniger anfordern kann.',
  'second-person': 'Sie haben das schon freigegeben: eine zweite Person muss es auch tun',
  'approver-unknown':
    'Zwei angemeldete Mitarbeiter müssen das freigeben. Melden Sie sich als einer von ihnen an.',
  'approver-too-new':
    'Jemand hat vor Kurzem Ihr Konto, Ihre Rollen, Ihr Passwort oder Ihre App geändert. Sie können ab {until} freigeben.',
  'content-changed':
    'Jemand hat dies gespeichert, seit Sie es geöffnet haben. Öffnen Sie es noch einmal.',
  'profile-changed':
    'Das Profil wurde geändert, seit Sie es geöffnet haben. Laden Sie es neu und prüfen Sie es erneut.',
  'content-elsewhere': 'Die Inhalte liegen in einem anderen System: Ändern Sie sie dort',
  'code-taken': 'Diesen Code hat schon jemand',
  'read-only': 'Sie sehen dieses Konto als Mitarbeiter: Es lässt sich nichts ändern',
  'not-found': 'Nicht gefunden',
  'not-halted': 'Halten Sie zuerst das Symbol an',
  'split-not-quoted': 'Die Quelle der Kurse nennt den Kurs nach dem Split noch nicht',
  'adjustment-impossible': 'Die Kurse des Symbols würden zu klein oder zu groß',
  'duplicate-id': 'Diese Anfragekennung wurde bereits für etwas anderes verwendet',
  'consent-outdated': 'Der Text wurde geändert. Bitte lesen und akzeptieren Sie Version {version}.',
  'profile-locked':
    'Ihr Konto ist verifiziert. Bitte wenden Sie sich an uns, um Name, Geburtsdatum oder Land zu ändern.',
  'registration-closed': 'Die Registrierung ist geschlossen',
  'file-not-supported': 'Diese Datei wird nicht unterstützt',
  'file-too-large': 'Die Datei darf höchstens {maximum} MB groß sein',
  'too-many-lines':
    'Ein Kontoauszug fasst höchstens {maximum} Zeilen. Wählen Sie einen kürzeren Zeitraum.',
  'document-stands': 'Dieses Dokument wird geprüft oder ist bereits genehmigt',
  'document-judged': 'Dieses Dokument hat schon jemand beurteilt',
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
    'Auf Ihrem Konto steht ein Kredit von {amount}. Bitte schreiben Sie uns, damit wir ihn zurücknehmen.',
  'debt-left':
    'Auf Ihrem Konto steht eine Schuld von {amount}. Bitte schreiben Sie uns, um sie auszugleichen.',
  'account-closed':
    'Dieses Konto ist geschlossen. Bitte schreiben Sie uns, wenn Sie etwas brauchen, das wir aufbewahren.',
  'too-large': 'Die Anfrage ist zu groß',
  'media-type-unsupported': 'Die Anfrage muss als application/json gesendet werden',
  'origin-refused': 'Anfragen von dieser Website werden abgelehnt',
  malformed: 'Die Anfrage ist nicht lesbar',
  'method-not-allowed': 'Diese Adresse kennt diese Methode nicht',
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
