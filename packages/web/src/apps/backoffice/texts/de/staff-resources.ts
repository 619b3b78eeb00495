// German texts of the resources of administration, and of reports and overviews.
import type { ResourceTexts, RouteTexts } from '../text-types.ts';

export const staffResources: Readonly<Record<string, ResourceTexts>> = {
  'webhook-deliveries': {
    title: 'Webhook-Zustellungen',
    one: 'Webhook-Zustellung',
    actions: {
      resend: [
        'Erneut senden',
        'Sendet das Ereignis erneut mit derselben ID und wiederholt es drei Tage lang.',
      ],
    },
  },
  staff: {
    title: 'Mitarbeiter',
    one: 'Mitarbeiter',
    actions: {
      create: [
        'Mitarbeiter anlegen',
        'Legt einen Mitarbeiter an. Das Passwort wird einmal angezeigt. Rollen, die Freigaben erteilen oder Mitarbeiter verwalten, benötigen die Freigabe eines zweiten Administrators, sobald es zwei gibt; setzen Sie das Passwort danach zurück.',
      ],
      'set-roles': [
        'Rollen festlegen',
        'Legt die Rollen eines Mitarbeiters fest; bestehende Sitzungen verwenden die neuen Rollen. Neue Rollen, die Freigaben erteilen oder Mitarbeiter verwalten, benötigen die Freigabe eines zweiten Administrators, sobald es zwei gibt.',
      ],
      disable: [
        'Deaktivieren',
        'Beendet die Sitzungen eines Mitarbeiters und verhindert die Anmeldung.',
      ],
      enable: ['Aktivieren', 'Lässt einen Mitarbeiter sich wieder anmelden.'],
      'reset-password': [
        'Passwort zurücksetzen',
        'Legt ein neues Passwort fest, das einmal angezeigt wird, und entfernt alle Passkeys; alle Sitzungen enden.',
      ],
      'mark-break-glass': [
        'Notfallzugang erlauben',
        'Lässt einen verknüpften Mitarbeiter sich mit Passwort anmelden, solange der Anmeldedienst ausfällt. Er zählt nicht mehr als einer von zwei Freigebenden.',
      ],
      'end-break-glass': [
        'Notfallzugang beenden',
        'Beendet die lokale Anmeldung eines verknüpften Mitarbeiters; er meldet sich nur noch über den Anmeldedienst an.',
      ],
      'reset-second-factor': [
        'Zweiten Faktor zurücksetzen',
        'Entfernt die Authenticator-App und alle Passkeys: Bei der nächsten Anmeldung wird eine neue App eingerichtet. Vergewissern Sie sich, wer darum bittet.',
      ],
    },
  },
  'operator-webhooks': {
    title: 'Betreiber-Webhooks',
    one: 'Betreiber-Webhook',
    actions: {
      create: [
        'Webhook anlegen',
        'Sendet die Ereignisse aller Kunden an eine Adresse. Das Geheimnis wird einmal angezeigt. Höchstens 10 Webhooks sind möglich.',
      ],
      'rotate-secret': [
        'Geheimnis erneuern',
        'Ersetzt das Geheimnis, das einmal angezeigt wird. 24 Stunden lang werden Zustellungen auch mit dem vorherigen signiert.',
      ],
      disable: [
        'Deaktivieren',
        'Sendet keine Ereignisse mehr. Ausstehende Zustellungen schlagen fehl und können später erneut gesendet werden.',
      ],
      enable: ['Aktivieren', 'Sendet ab jetzt wieder Ereignisse.'],
      delete: ['Löschen', 'Löscht den Webhook mit seinen Zustellungen.'],
    },
  },
  audit: { title: 'Prüfprotokoll', one: 'Protokolleintrag' },
};

export const routes: RouteTexts = {
  '/api/backoffice/reports/daily': {
    title: 'Tageszahlen',
    summary:
      'Registrierungen, Positionen, Volumen, Ein- und Auszahlungen und das Brokerergebnis nach Tagen.',
  },
  '/api/backoffice/reports/losing-accounts': {
    title: 'Konten mit Verlust',
    summary:
      'Der Anteil der Privatkundenkonten, die in den letzten 365 Tagen oder seit einem Tag bis jetzt Geld verloren haben, mit der Zeile jedes Kontos.',
  },
  '/api/backoffice/reports/costs': {
    title: 'Kosten eines Kunden',
    summary: 'Spread, Aufschlag, Finanzierung und Gebühren jeder Position.',
  },
  '/api/backoffice/reports/execution': {
    title: 'Ausführungsqualität',
    summary:
      'Eröffnungen und Schließungen gegenüber dem angefragten Kurs: Slippage in beide Richtungen, nach Symbol und Art.',
  },
  '/api/backoffice/reports/audit': {
    title: 'Prüfpfad',
    summary: 'Wer hat was getan, mit den Hashes der Kette.',
  },
  '/api/backoffice/maintenance': {
    summary:
      'Pausiert Eröffnungen auf der gesamten Plattform oder beendet die Pause. Schließungen, Einzahlungen und Auszahlungen laufen weiter. Kunden werden benachrichtigt, ohne die Begründung.',
  },
  '/api/backoffice/reconcile': {
    summary:
      'Stimmt einen UTC-Tag von Kartenzahlungen mit dem Zahlungsanbieter ab. Einzahlungen, die dort bezahlt und hier offen sind, werden abgeschlossen.',
  },
};
