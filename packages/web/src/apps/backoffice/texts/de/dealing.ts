import type { Texts } from '../text-types.ts';
import type { dealing as en } from '../en/dealing.ts';

export const dealing = {
  markOuts: 'Toxischer Orderflow: Kursbewegung nach Ausführungen',
  markOutsHint:
    'Die mittlere Bewegung des Mittelkurses zugunsten des Kunden nach den Ausführungen der letzten 24 Stunden in Basispunkten, und was sie nach 10 Sekunden bezogen auf den Nominalwert ausmacht. Gezählt werden Eröffnungen und Schließungen durch Kunden, nicht der automatische Handel. Ein hoher Wert über viele Ausführungen bedeutet, dass die Kurse des Kunden Ihren voraus sind.',
  markOutsEmpty:
    'Das Kursprotokoll enthält keine Ausführung der letzten 24 Stunden. Ausführungen erscheinen hier nach einer Minute.',
  markOutFills: 'Ausführungen:',
  markOutsUnknown: 'Ausführungen ohne protokollierten Kurs:',
  fills: 'Ausführungen',
  after_1s: 'Nach 1 s (Bp.)',
  after_10s: 'Nach 10 s (Bp.)',
  after_60s: 'Nach 60 s (Bp.)',
  markOutPlot: 'Verlauf',
  gain: 'Gewinn des Kunden nach 10 s',
} as const satisfies Texts<typeof en>;
