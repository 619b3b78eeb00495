import type { Complete } from '../catalogue.ts';
import type { viewing as en } from '../en/viewing.ts';

export const viewing = {
  banner: 'Ansicht als Mitarbeiter',
  viewing: 'Sie sehen das Konto eines Kunden als Mitarbeiter.',
  viewingOf: 'Sie sehen das Konto von {name} ({email}) als Mitarbeiter.',
  nothingChanges: 'Hier lässt sich nichts ändern. Die Ansicht endet nach 15 Minuten.',
  leave: 'Ansicht beenden',
  left: 'Die Ansicht ist beendet',
  expired: 'Die Ansicht ist abgelaufen',
  closeTab:
    'Ihr Back-Office ist im Tab, aus dem Sie kamen, noch offen. Dieser Tab kann geschlossen werden.',
  toBackOffice: 'Back-Office hier öffnen',
} satisfies Complete<typeof en>;
