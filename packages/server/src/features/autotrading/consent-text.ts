import type { AutoTradingConsent } from '@halyard/contract/auto-trading';

/**
 * The consent text and the description of the strategy, a short version of
 * docs/operate/auto-trading.md. Raise the version with any change: the strategy then waits for
 * every customer's consent to the new text.
 */
export const CONSENT: AutoTradingConsent = {
  version: '2026-11-22.2',
  descriptions: {
    en: [
      'At the end of each 15-minute candle it compares the averages of the closing prices. It buys when EMA 20 crosses above EMA 50, the price is above EMA 200 and RSI 14 is between 50 and 70. It sells when EMA 20 crosses below EMA 50, the price is below EMA 200 and RSI 14 is between 30 and 50. ATR 14 must be more than twice the spread.',
      'Each position loses about 0.5 % of your equity at its stop loss, at a leverage of at most 5, and leaves half of your equity as free margin. Stop loss and take profit are two and three times ATR 14 from the price.',
      'It closes a position when the averages cross the other way or after 12 hours. It stops opening after a loss of 3 % on a day, after three losses in a row for 4 hours, with three of its positions open and after six on a day. After a loss of 10 % since its peak it switches itself off.',
      'It never touches a position that you opened.',
    ],
    de: [
      'Am Ende jeder 15-Minuten-Kerze vergleicht sie die Durchschnitte der Schlusskurse. Sie kauft, wenn der EMA 20 den EMA 50 nach oben kreuzt, der Kurs über dem EMA 200 und der RSI 14 zwischen 50 und 70 liegt. Sie verkauft, wenn der EMA 20 den EMA 50 nach unten kreuzt, der Kurs unter dem EMA 200 und der RSI 14 zwischen 30 und 50 liegt. Die ATR 14 muss mehr als das Doppelte des Spreads betragen.',
      'Jede Position verliert am Stop-Loss etwa 0,5 % Ihres Eigenkapitals, bei einem Hebel von höchstens 5, und lässt die Hälfte Ihres Eigenkapitals als freie Margin. Stop-Loss und Take-Profit liegen zwei und drei ATR 14 vom Kurs entfernt.',
      'Sie schließt eine Position, wenn sich die Durchschnitte in die andere Richtung kreuzen, oder nach 12 Stunden. Sie eröffnet nichts mehr nach 3 % Verlust an einem Tag, nach drei Verlusten in Folge für 4 Stunden, bei drei eigenen offenen Positionen und nach sechs an einem Tag. Nach 10 % Verlust seit dem Höchststand schaltet sie sich aus.',
      'Positionen, die Sie selbst eröffnet haben, berührt sie nie.',
    ],
  },
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
