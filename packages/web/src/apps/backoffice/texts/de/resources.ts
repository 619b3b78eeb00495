// German texts of the declared resources. Names that resources share are in names.ts.
import type { ResourceTexts } from '../text-types.ts';
import { contentResources } from './content-resources.ts';
import { staffResources } from './staff-resources.ts';

const clients: Readonly<Record<string, ResourceTexts>> = {
  customers: {
    title: 'Kunden',
    one: 'Kunde',
    actions: {
      verify: [
        'Verifizieren',
        'Berechtigt den Kunden zum Handel, sofern sich das Profil seit dem Öffnen nicht geändert hat.',
      ],
      unverify: ['Verifizierung aufheben', 'Entzieht die Berechtigung zum Handel.'],
      'confirm-email': [
        'E-Mail bestätigen',
        'Bestätigt die E-Mail-Adresse ohne den Link aus der E-Mail.',
      ],
      block: ['Sperren', 'Beendet die Sitzungen des Kunden und verhindert die Anmeldung.'],
      'close-only': ['Auf Schließen beschränken', 'Der Kunde kann Positionen nur noch schließen.'],
      unblock: [
        'Einschränkung aufheben',
        'Hebt eine Sperre oder die Beschränkung auf Schließen auf.',
      ],
      protect: ['Risiko begrenzen', 'Neue Positionen haben ein begrenztes Risiko.'],
      unprotect: [
        'Risikobegrenzung aufheben',
        'Neue Positionen haben kein begrenztes Risiko mehr.',
      ],
      categorise: [
        'Kundenkategorie ändern',
        'Stuft den Kunden als Privatkunden oder professionellen Kunden ein.',
      ],
      permit: [
        'Zulässige Hebel festlegen',
        'Legt die Hebel jeder genannten Kategorie fest; eine leere Liste entfernt die Kategorie.',
      ],
      screen: [
        'Erneut screenen',
        'Fragt den Screening-Anbieter nach dem Kunden mit seinen heutigen Angaben. Die Antwort dauert einige Sekunden.',
      ],
      'decide-screening': [
        'Screening entscheiden',
        'Akzeptieren: Der Kunde ist nicht die gelistete Person oder darf bedient werden; dann kann er verifiziert werden. Bestätigen: Der Kunde ist diese Person und kann nicht verifiziert werden. Die Begründung wird aufbewahrt.',
      ],
      'edit-profile': [
        'Profil ändern',
        'Ändert das Profil, sobald eine zweite Person die Änderung freigegeben hat. Der Kunde wird benachrichtigt. Belegen die vorliegenden Dokumente die neuen Angaben nicht, heben Sie die Verifizierung auf.',
      ],
      'set-level': ['Stufe festlegen', 'Legt die Stufe fest, die der Kunde sieht.'],
      'set-pin': ['PIN festlegen', 'Legt die PIN fest oder entfernt sie.'],
      'collect-debt': [
        'Schulden einziehen',
        'Begleicht die Schulden aus zurückgebuchten Einzahlungen mit Guthaben, das keine offene Position benötigt.',
      ],
      'reset-practice': [
        'Demokonto zurücksetzen',
        'Storniert die Orders und schließt die Positionen des Demokontos und stellt danach das Anfangsguthaben wieder her. Der Kunde kann sein Demokonto heute weiterhin selbst zurücksetzen.',
      ],
      note: ['Notiz hinzufügen', 'Fügt die Begründung als Notiz zum Kunden hinzu.'],
      'auto-login': [
        'Anmeldelink senden',
        'Sendet dem Kunden einen Link, der ihn anmeldet; der Link wird hier nicht angezeigt.',
      ],
      'password-reset': [
        'Link für neues Passwort senden',
        'Sendet dem Kunden einen Link, mit dem er ein neues Passwort festlegt.',
      ],
      'end-sessions': [
        'Sitzungen beenden',
        'Beendet alle Sitzungen des Kunden und widerruft API-Schlüssel und Webhooks.',
      ],
      'second-factor-off': [
        'Zweiten Faktor deaktivieren',
        'Für Kunden, die App und Wiederherstellungscodes verloren haben. Prüfen Sie zuerst die Identität.',
      ],
      'view-as': [
        'Als Kunde ansehen',
        'Startet eine schreibgeschützte Sitzung von 15 Minuten mit der Sicht des Kunden. Die Sitzung wird protokolliert.',
      ],
    },
  },
  documents: {
    title: 'Dokumente',
    one: 'Dokument',
    queues: ['zu prüfen', 'abgelaufen oder bald ablaufend'],
    actions: {
      approve: [
        'Freigeben',
        'Gibt ein ausstehendes Dokument frei, das Sie geöffnet haben, sofern sich das Profil seither nicht geändert hat; der Kunde wird benachrichtigt. Ein Ausweisdokument braucht den Tag, bis zu dem es gültig ist.',
      ],
      reject: ['Ablehnen', 'Lehnt ein ausstehendes Dokument ab; der Kunde sieht die Notiz.'],
      'set-expiry': [
        'Ablaufdatum berichtigen',
        'Berichtigt den Tag, bis zu dem ein freigegebenes Dokument gültig ist.',
      ],
      'settle-expiry': [
        'Ablauf als erledigt markieren',
        'Nimmt ein ablaufendes oder abgelaufenes Dokument aus der Arbeitsliste, nachdem Sie entschieden haben, was daraus folgt. Ein bald ablaufendes Dokument erscheint erneut, wenn es abgelaufen ist.',
      ],
    },
  },
  'linked-accounts': {
    title: 'Verknüpfte Konten',
    one: 'Verknüpfte Konten',
    queues: ['zu prüfen'],
    actions: {
      review: [
        'Als geprüft markieren',
        'Markiert die Verknüpfung als geprüft, mit der Begründung als Notiz und ohne weitere Wirkung.',
      ],
      dismiss: [
        'Verwerfen',
        'Verwirft die Verknüpfung: Die Konten gehören zwei Personen. Macht rückgängig, was eine bestätigte Verknüpfung geändert hat.',
      ],
      link: [
        'Verknüpfung bestätigen',
        'Bestätigt, dass die Konten einer Person gehören. Mit SHARED_PROTECTION teilen sie sich den Negativsaldoschutz.',
      ],
    },
  },
  affiliates: {
    title: 'Partner',
    one: 'Partner',
    actions: {
      create: [
        'Partner anlegen',
        'Legt einen Partner mit einem ersten Code an. Das Passwort wird einmal angezeigt.',
      ],
      'add-code': ['Code hinzufügen', 'Fügt einen Code für Links hinzu.'],
      'reset-password': [
        'Passwort zurücksetzen',
        'Legt ein neues Passwort fest, das einmal angezeigt wird; alle Sitzungen enden.',
      ],
      'reset-second-factor': [
        'Zweiten Faktor zurücksetzen',
        'Entfernt die Authenticator-App, nachdem der Partner seine Identität nachgewiesen hat; alle Sitzungen enden.',
      ],
      block: ['Sperren', 'Beendet die Sitzungen des Partners und verhindert die Anmeldung.'],
      unblock: ['Entsperren', 'Lässt den Partner sich wieder anmelden.'],
    },
  },
};

const money: Readonly<Record<string, ResourceTexts>> = {
  deposits: {
    title: 'Einzahlungen und Kredite',
    one: 'Einzahlung',
    queues: ['zu prüfen', 'zu bestätigen'],
    actions: {
      confirm: [
        'Bestätigen',
        'Schreibt den erhaltenen Betrag gut: einer wartenden Überweisung oder einer Einzahlung in Prüfung. Eine Wiederholung wird abgelehnt. Über dem Limit des Kunden innerhalb von 24 Stunden muss eine zweite Person denselben Betrag bestätigen.',
      ],
      review: [
        'Zur Prüfung stellen',
        'Stellt eine nicht gutgeschriebene Einzahlung zur Prüfung durch eine Person.',
      ],
      clear: [
        'Prüfvermerk entfernen',
        'Entfernt den Vermerk einer gutgeschriebenen Einzahlung, die zu prüfen war. Hat der Zahlungsanbieter eine Rückgabe über dem Limit des Kunden innerhalb von 24 Stunden gemeldet, muss eine zweite Person zustimmen.',
      ],
      'book-return': [
        'Rückgabe buchen',
        'Bucht die Erstattung oder Rückbuchung, die der Zahlungsanbieter gemeldet hat und seine Statusabfrage nicht bestätigt, über den Rest der Einzahlung. Über dem Limit des Kunden innerhalb von 24 Stunden muss eine zweite Person zustimmen.',
      ],
      reject: ['Ablehnen', 'Storniert eine nicht gutgeschriebene Einzahlung.'],
      grant: [
        'Gutschrift buchen',
        'Bucht eine manuelle Einzahlung, einen Bonus oder einen Kredit. Mit der ID eines früheren Versuchs wird nur einmal gebucht. Über dem Limit des Kunden innerhalb von 24 Stunden muss eine zweite Person freigeben. Ein nicht verifizierter Kunde erhält weder Bonus noch Kredit; eine manuelle Einzahlung über seinem Höchstbetrag erfordert zwei Personen.',
      ],
    },
  },
  withdrawals: {
    title: 'Auszahlungen',
    one: 'Auszahlung',
    queues: ['zur Freigabe', 'auszuführen'],
    actions: {
      approve: [
        'Freigeben',
        'Gibt eine Auszahlung frei; über dem Limit des Kunden innerhalb von 24 Stunden muss auch eine zweite Person freigeben (Vier-Augen-Prinzip).',
      ],
      pay: [
        'Als ausgezahlt markieren',
        'Markiert eine freigegebene Auszahlung als ausgezahlt, sofern das Konto sie noch deckt.',
      ],
      reject: [
        'Ablehnen',
        'Storniert eine nicht ausgezahlte Auszahlung und gibt den Betrag dem Kunden wieder frei.',
      ],
      bounce: [
        'Rückgabe buchen',
        'Schreibt eine ausgezahlte Auszahlung gut, die die Bank zurückgegeben hat. Über dem Limit des Kunden innerhalb von 24 Stunden muss eine zweite Person zustimmen.',
      ],
    },
  },
  approvals: {
    title: 'Freigaben',
    one: 'Freigabe',
    queues: ['ausstehend'],
    actions: {
      approve: [
        'Freigeben',
        'Gibt die Aktion frei; sie wird ausgeführt, sobald zwei Personen sie freigegeben haben (Vier-Augen-Prinzip).',
      ],
      withdraw: [
        'Zurückziehen',
        'Zieht zurück, was auf eine Freigabe wartet, sofern Ihre Rollen es freigeben dürfen: Eine spätere Freigabe beginnt von vorn.',
      ],
    },
  },
  shortfalls: {
    title: 'Fehlbeträge',
    one: 'Fehlbetrag',
    queues: ['offen'],
    actions: {
      cover: [
        'Decken',
        'Verknüpfte Konten decken den Fehlbetrag aus ihrem auszahlbaren Guthaben; den Rest zahlt der Negativsaldoschutz. Über dem Limit müssen zwei Personen freigeben.',
      ],
      pay: [
        'Zahlen',
        'Der Negativsaldoschutz zahlt den gesamten Fehlbetrag. Über dem Limit müssen zwei Personen freigeben.',
      ],
    },
  },
};

const dealing: Readonly<Record<string, ResourceTexts>> = {
  positions: {
    title: 'Positionen',
    one: 'Position',
    actions: {
      close: [
        'Glattstellen',
        'Schließt eine offene Position zum Marktkurs. Der Kunde wird benachrichtigt, und die Historie nennt den Broker als Auslöser.',
      ],
      correct: [
        'Korrektur buchen',
        'Bucht die Korrektur einer fehlerhaften Ausführung, negativ zulasten des Kunden; höchstens einmal je Anfrage-ID.',
      ],
    },
  },
  orders: {
    title: 'Orders',
    one: 'Order',
    actions: {
      cancel: ['Stornieren', 'Storniert eine offene Order. Der Kunde wird benachrichtigt.'],
    },
  },
  symbols: {
    title: 'Symbole',
    one: 'Symbol',
    actions: {
      halt: [
        'Handel aussetzen',
        'Setzt den gesamten Handel eines Symbols aus, bis er fortgesetzt wird, auch über Neustarts hinweg.',
      ],
      resume: [
        'Handel fortsetzen',
        'Beendet eine manuelle Aussetzung. Ein Symbol, das aus einem weiteren Grund ausgesetzt ist, bleibt ausgesetzt.',
      ],
      split: [
        'Split buchen',
        'Passt die Kurse aller offenen Positionen eines ausgesetzten Symbols um einen Split an, höchstens einmal je Anfrage-ID. Bis zur Fortsetzung werden keine Kurse übernommen: Setzen Sie den Handel fort, sobald die Quelle den neuen Kurs stellt.',
      ],
      dividend: [
        'Dividende buchen',
        'Schreibt jedem offenen Kauf eines nicht handelbaren Symbols eine Dividende gut und belastet jeden offenen Verkauf, höchstens einmal je Anfrage-ID: Einheiten sind Betrag × Hebel ÷ Eröffnungskurs.',
      ],
      'set-terms': [
        'Konditionen festlegen',
        'Legt Spread, Grenzen und Handelszeiten fest. Offene Positionen behalten Kurs, Stop-Loss, Take-Profit und Hebel, werden aber mit dem neuen Spread bewertet. Leere Felder übernehmen die Werte des Katalogs.',
      ],
    },
  },
};

export const resources: Readonly<Record<string, ResourceTexts>> = {
  ...clients,
  ...money,
  ...dealing,
  ...contentResources,
  ...staffResources,
};
