import type { Texts } from '../text-types.ts';
import type { compliance as en } from '../en/compliance.ts';

export const compliance = {
  queue: 'Wartend',
  hint: 'j und k wechseln den Fall, 1 bis 9 führen Aktionen aus',
  empty: 'Niemand wartet auf eine Entscheidung. Neue Fälle erscheinen hier von selbst.',
  more: 'Weitere Kunden warten. Sie erscheinen, sobald Sie über diese entschieden haben.',
  toCustomer: 'Kundenseite öffnen',
  document: 'Dokument',
  profile: 'Profil zum Abgleich',
  noDocument: 'Es wurde kein Dokument hochgeladen.',
  steps: { documents: 'Dokumente zu prüfen', verification: 'Bereit zur Verifizierung' },
  appropriateness: {
    'not-answered': 'Angemessenheitsprüfung nicht beantwortet',
    passed: 'Angemessenheitsprüfung bestanden',
    failed: 'Angemessenheitsprüfung nicht bestanden',
    warned: 'Angemessenheitsprüfung nicht bestanden; trotz Warnung fortgefahren',
  },
  profileChanged: 'Profil nach dem Hochladen geändert: erneut mit dem Dokument abgleichen',
  expiries: { due: 'läuft ab am', expired: 'ist abgelaufen am' },
  rejected: 'Zuvor abgelehnte Dokumente:',
  noRejected: 'Bisher kein Dokument abgelehnt',
  links: 'Verknüpfte Konten:',
  highestScore: 'höchste Punktzahl',
  noLinks: 'Kein verknüpftes Konto',
  restricted: 'Konto eingeschränkt:',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  rotate: 'Drehen',
} as const satisfies Texts<typeof en>;
