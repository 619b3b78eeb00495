// German wording of sentences that the server or the contract words, with their varying parts.
import type { Phrases } from '../text-types.ts';

export const phrases: Phrases = [
  // Invalid fields
  [/^This field is required$/, 'Dieses Feld ist erforderlich'],
  [/^has minimum (\d+) characters$/, 'muss mindestens $1 Zeichen lang sein'],
  [/^has maximum (\d+) characters$/, 'darf höchstens $1 Zeichen lang sein'],
  [/^must be at least (\S+)$/, 'muss mindestens $1 sein'],
  [/^must be above (\S+)$/, 'muss größer als $1 sein'],
  [/^must be at most (\S+)$/, 'darf höchstens $1 sein'],
  [/^must be an amount such as 250\.00$/, 'muss ein Betrag sein, zum Beispiel 250.00'],
  [/^must be a price above zero$/, 'muss ein Kurs größer als null sein'],
  [/^must be a symbol such as (\S+)$/, 'muss ein Symbol sein, zum Beispiel $1'],
  [/^must be a day such as (\S+)$/, 'muss ein Tag sein, zum Beispiel $1'],
  [/^must be plain text on one line$/, 'muss einfacher Text in einer Zeile sein'],
  [/^must be a whole number$/, 'muss eine ganze Zahl sein'],
  [/^must be a whole number above zero$/, 'muss eine ganze Zahl größer als null sein'],
  [/^must be three capital letters$/, 'muss aus drei Großbuchstaben bestehen'],
  [/^must be D or W and 18 characters$/, 'muss mit D oder W beginnen, gefolgt von 18 Zeichen'],
  [/^must be an? number$/, 'muss eine Zahl sein'],
  [/^must be an? (?:int|integer)$/, 'muss eine ganze Zahl sein'],
  [/^must be an? string$/, 'muss ein Text sein'],
  [/^must be (.+ or .+)$/, 'muss einer dieser Werte sein: $1'],
  [/^is not a known field$/, 'ist kein bekanntes Feld'],
  [/^is not valid$/, 'ist nicht gültig'],
  // Notes of reports
  [
    /^UTC days\. Volume is amount × leverage of what was opened; a part that was closed counts as a position of its own\.$/,
    'Tage in UTC. Das Volumen ist Betrag × Hebel der eröffneten Positionen; ein geschlossener Teil zählt als eigene Position.',
  ],
  [
    /^Result of the broker: above zero when it gains; 'protection' is what it bore\.$/,
    'Ergebnis des Brokers: positiv bei Gewinn; der Negativsaldoschutz ist der getragene Betrag.',
  ],
  [
    /^(\d+) positions cost (.+) in all\. A negative cost was paid to the customer\.$/,
    'Kosten von $1 Positionen insgesamt: $2. Negative Kosten wurden dem Kunden gezahlt.',
  ],
  [
    /^(\d+) openings and (\d+) closings with a price asked for\. Slippage in millionths of it, above zero when worse for the customer\.$/,
    '$1 Eröffnungen und $2 Schließungen mit angefragtem Kurs. Slippage in Millionsteln davon, positiv, wenn ungünstiger für den Kunden.',
  ],
  [
    /^Fills that asked for no price are not among them: those of the strategy, and margin close-outs\.$/,
    'Ausführungen ohne angefragten Kurs sind nicht enthalten: automatischer Handel und Margin-Close-outs.',
  ],
  [
    /^No retail account held a position: the warning has no figure of its own yet\.$/,
    'Kein Privatkundenkonto hielt eine Position: Für den Warnhinweis gibt es noch keinen eigenen Wert.',
  ],
  [
    /^(\d+) of (\d+) retail accounts lost money: (.+) %\.$/,
    '$1 von $2 Privatkundenkonten haben Geld verloren: $3 %.',
  ],
  [
    /^LOSING_ACCOUNTS_PERCENT should be (\S+); it is not set\.$/,
    'LOSING_ACCOUNTS_PERCENT sollte $1 sein, ist aber nicht gesetzt.',
  ],
  [
    /^LOSING_ACCOUNTS_PERCENT should be (\S+); it is (.+)\.$/,
    'LOSING_ACCOUNTS_PERCENT sollte $1 sein; der Wert ist $2.',
  ],
  [
    /^(\d+) positions count as they cost: nobody has a price\.$/,
    '$1 Positionen sind mit ihren Kosten bewertet, weil kein Kurs vorliegt.',
  ],
  [
    /^(\d+) events\. Each hash covers the event and the hash before it\.$/,
    '$1 Ereignisse. Jeder Hash umfasst das Ereignis und den vorherigen Hash.',
  ],
];
