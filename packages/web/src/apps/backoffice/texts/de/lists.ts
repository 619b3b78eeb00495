import type { Texts } from '../text-types.ts';
import type { lists as en } from '../en/lists.ts';

export const lists = {
  views: 'Ansichten',
  allRecords: 'Alle',
  saveView: 'Ansicht speichern',
  saveViewHint:
    'Die Ansicht enthält Filter, Sortierung und Spalten, aber nicht den Suchtext. Senden Sie die Adresse der Liste, damit eine Kollegin oder ein Kollege dasselbe sieht.',
  viewName: 'Name der Ansicht',
  viewNameTaken: 'Sie haben bereits eine Ansicht mit diesem Namen',
  shareView: 'Kollegen zeigen, die diese Liste lesen dürfen',
  sharedBy: 'Geteilt von',
  updateView: 'Änderungen speichern',
  deleteView: 'Ansicht löschen',
  viewDeleted:
    'Die Ansicht wurde gelöscht. Um sie wiederherzustellen, speichern Sie die Liste erneut als Ansicht.',
  viewSaved: 'Ansicht gespeichert',
  viewLimit: 'Sie haben die Höchstzahl gespeicherter Ansichten erreicht. Löschen Sie zuerst eine.',
  pin: 'Beim Blättern fixieren:',
  columnsHint: 'Die Stecknadel fixiert eine Spalte, während die Liste seitwärts geblättert wird.',
  assignee: 'Zugewiesen an',
  take: 'Übernehmen',
  release: 'Abgeben',
  takenByYou: 'Sie',
  worksOnIt: 'bearbeitet das. Drücken Sie erneut t, um es zu übernehmen.',
  takenMeanwhile:
    'Der Datensatz wurde inzwischen von jemand anderem übernommen. Die Liste ist jetzt aktuell.',
  assignTo: 'Zuweisen an',
  nobody: 'Niemand',
  mine: 'Meine',
  free: 'Nicht zugewiesen',
  ofOthers: 'Von Kollegen',
  whose: 'Zuständigkeit',
} as const satisfies Texts<typeof en>;
