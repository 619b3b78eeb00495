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
  offer: 'Mit {amount} € virtuellem Guthaben üben',
} as const;
