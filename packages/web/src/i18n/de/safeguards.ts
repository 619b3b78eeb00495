import type { Complete } from '../catalogue.ts';
import type { safeguards as en } from '../en/safeguards.ts';

export const safeguards = {
  heading: 'Eigene Limits',
  failed:
    'Es wurde nichts geändert, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  limitsTitle: 'Limits für Einzahlungen und Verluste',
  limitsText:
    'Ein niedrigeres Limit gilt sofort, ein höheres oder keines nach {hours} Stunden. Lassen Sie das Feld leer für kein Limit.',
  depositDay: 'Einzahlungen am Tag',
  depositWeek: 'Einzahlungen in der Woche',
  depositMonth: 'Einzahlungen im Monat',
  lossDay: 'Verluste am Tag',
  lossWeek: 'Verluste in der Woche',
  lossMonth: 'Verluste im Monat',
  unlimited: 'Kein Limit, bisher {used}',
  usedOf: '{used} von {amount}',
  resets: 'wird zurückgesetzt am {moment}',
  changesAt: 'Wird am {at} zu {amount}.',
  removedAt: 'Endet am {at}.',
  keep: 'Limit behalten',
  keepNamed: 'Limit behalten: {name}',
  newLimit: 'Neues Limit: {name}',
  none: 'Kein Limit',
  set: 'Setzen',
  exclusionTitle: 'Pause machen',
  exclusionText:
    'In dieser Zeit können Sie keine Positionen eröffnen und nicht einzahlen. Schließen und Auszahlen bleiben möglich. Sie können die Zeit verlängern, aber nicht verkürzen.',
  timeOut: 'Auszeit',
  takeTimeOut: 'Auszeit nehmen',
  selfExclusion: 'Selbstausschluss',
  exclude: 'Mich ausschließen',
  days_one: '{count} Tag',
  days_other: '{count} Tage',
  months_one: '{count} Monat',
  months_other: '{count} Monate',
  forEver: 'Dauerhaft',
  knows: 'Mir ist bekannt, dass dies nicht verkürzt werden kann',
  timeOutStands: 'Ihre Auszeit dauert bis {until}.',
  exclusionStands: 'Sie haben sich bis {until} ausgeschlossen.',
  exclusionStandsForEver: 'Sie haben sich dauerhaft ausgeschlossen.',
} satisfies Complete<typeof en>;
