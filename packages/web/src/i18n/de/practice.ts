export const practice = {
  text: 'Virtuelles Guthaben zu Live-Kursen. Gewinne werden nicht ausgezahlt.',
  reset: 'Zurücksetzen',
  resetConfirm: 'Jetzt zurücksetzen',
  cancel: 'Abbrechen',
  resetQuestion: 'Alle Positionen schließen, alle Orders stornieren und {amount} wiederherstellen?',
  resetDone: 'Ihr Demokonto hat wieder {amount}.',
  resetUnknown:
    'Das Zurücksetzen ist nicht bestätigt. Prüfen Sie Ihren Kontostand und versuchen Sie es erneut.',
  goLive: 'Live handeln',
  first:
    'Möchten Sie gleich handeln? Üben Sie mit virtuellem Geld; dafür sind keine Angaben nötig.',
  practise: 'Jetzt üben',
  performance: 'Performance',
  more: 'Mehr',
  tour: 'Rundgang durch die Handelsansicht',
  tourStep: '{step} von {steps}',
  tourMarket: 'Wählen Sie einen Markt: Die Liste zeigt aktuelle Kurse, ein Klick öffnet den Chart.',
  tourTicket:
    'Eröffnen Sie eine Position: Wählen Sie Betrag und Hebel, dann Kaufen, wenn Sie steigende Kurse erwarten, oder Verkaufen bei fallenden.',
  tourPosition:
    'Ihre Position erscheint unter Positionen mit ihrem aktuellen Gewinn. Dort schließen Sie sie oder setzen Stop-Loss und Take-Profit.',
  tourHelp: 'Diesen Rundgang finden Sie auch unter „Anzeige und Tastatur“.',
  tourReset: 'Zurücksetzen stellt Ihr Übungsgeld einmal am Tag wieder her.',
  tourSkip: 'Überspringen',
  tourBack: 'Zurück',
  tourNext: 'Weiter',
  tourEnd: 'Fertig',
  offer: 'Mit {amount} € virtuellem Guthaben üben',
} as const;
