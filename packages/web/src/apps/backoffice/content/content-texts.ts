// The texts of the screens for pages, singletons, pop-ups and calendar events.
const LANGUAGE_TEXTS = { en: 'English', de: 'German', it: 'Italian', es: 'Spanish' } as const;

export const CONTENT_TEXTS = {
  newPage: 'New page',
  page: 'Page',
  singleton: 'Singleton',
  untitled: 'Without a title',
  // Texts of the publication state
  online: 'Online',
  offline: 'Not online',
  draft: 'Draft',
  neverWritten: 'Nothing was ever written',
  waits: 'waits to be published',
  version: 'Version',
  visit: 'Open it on the site',
  // Texts of the form
  form: 'What it says',
  language: 'Language',
  languages: LANGUAGE_TEXTS,
  allLanguages: 'For every language',
  slugHint: 'The address: small letters, digits and dashes',
  layoutHint: 'A list of components, as JSON',
  jsonHint: 'As JSON',
  others: 'Further keys',
  othersHint: 'Keys that no field is declared for, as one JSON record',
  insert: 'Add a component',
  insertHint: 'Choose one to put at the end',
  notList: 'is no list of components',
  notJson: 'This is not JSON',
  notRecord: 'is no record',
  notNumber: 'is no number',
  whole: 'The document',
  fallback: 'Where it is empty, English is shown',
  dirty: 'Not saved yet',
  saveDraft: 'Save as draft',
  add: 'Add the page',
  publish: 'Publish',
  publishing:
    'Puts the newest version online, as the preview shows it. Visitors get it within seconds.',
  unpublish: 'Take offline',
  unpublishing: 'Visitors find the page no more. Nothing of it is lost: it is a draft again.',
  saveFirst: 'Save first: only what is saved can be published',
  saved: 'Saved as version',
  published: 'Online now',
  unpublished: 'Offline now',
  unchanged: 'It was so already',
  changed: 'Somebody has saved this since you opened it.',
  reload: 'Load what is there now',
  // Texts of the preview
  preview: 'Preview',
  previewOf: 'Preview of the page',
  previewing: 'As visitors would see it. Links and forms do nothing here.',
  width: 'Width',
  desk: 'Desk',
  phone: 'Phone',
  stale: 'Mend the JSON to see the rest',
  noPreview: 'It is too large to be shown',
  noDrawing: 'The site draws nothing of this by itself; this is what readers of it get.',
  notes: 'Visitors will not see all of it',
  places: {
    crossrates: 'Cross rates',
    calendar: 'Economic calendar',
    markets: 'Markets now',
    actions: 'Open an account · Log in',
    form: 'Form',
    map: 'Map',
  },
  // Texts of the versions
  versions: 'Versions',
  savedAt: 'Saved',
  savedBy: 'By',
  state: 'State',
  view: 'View',
  bringBack: 'Bring it back',
  bringingBack: 'Saves what this version said as the newest one. It is online once you publish it.',
  broughtBack: 'brought back',
  losing: 'What is typed and not saved is lost by it.',
  source: 'Its JSON',
  noVersions: 'Nothing was saved yet',
} as const;

/** Labels of choices whose names are unclear, by field. */
export const CHOICE_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  importance: { '-1': 'Low', '0': 'Medium', '1': 'High' },
  language: LANGUAGE_TEXTS,
  languages: LANGUAGE_TEXTS,
};

/** Help texts of action fields, by resource and field. */
export const INPUT_HINTS: Readonly<Record<string, string>> = {
  'popups.content': 'HTML: text, lists, tables, links and own pictures; the rest is left out',
  'popups.from': 'Your local time; empty: at once',
  'popups.until': 'Your local time; empty: until it is withdrawn',
  'calendar-events.time': 'In UTC, such as 2026-12-31T13:30Z',
  'calendar-events.currency': 'Three capital letters, such as EUR',
  'calendar-events.actual': 'Empty until it is published',
  'calendar-events.csv':
    'The first line names the columns; a line for each event, such as 2026-12-31T13:30Z,USD,1,CPI y/y',
};
