import type { AutoTradingConsent } from '@halyard/contract/auto-trading';

/**
 * What a customer consents to. Whoever changes a word raises the version: the strategy then waits
 * for every customer's consent to the new text.
 */
export const CONSENT: AutoTradingConsent = {
  version: '2026-11-22',
  texts: {
    en:
      'I ask the platform to open and close positions in my account by itself, by the strategy ' +
      'described under "Automatic trading". I know that it can lose money, that past results say ' +
      'nothing about future ones, and that no one checks a single trade before it is made. Each ' +
      'trade risks up to 1 % of my equity, more if the price jumps over its stop loss. I can ' +
      'switch it off at any time; open positions then keep their stop loss and take profit until ' +
      'I close them.',
    de:
      'Ich beauftrage die Plattform, in meinem Konto selbsttätig Positionen zu eröffnen und zu ' +
      'schließen, nach der unter „Automatischer Handel“ beschriebenen Strategie. Mir ist bewusst, ' +
      'dass dabei Geld verloren gehen kann, dass frühere Ergebnisse nichts über künftige sagen und ' +
      'dass niemand einen einzelnen Handel vorher prüft. Jeder Handel riskiert bis zu 1 % meines ' +
      'Kapitals, mehr, wenn der Kurs den Stop-Loss überspringt. Ich kann jederzeit abschalten; ' +
      'offene Positionen behalten dann Stop-Loss und Take-Profit, bis ich sie schließe.',
  },
};
