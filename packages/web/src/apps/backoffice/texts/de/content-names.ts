// German labels of the fields of pages and site settings, and of a page's components, by the name in
// snake case.
import type { Names } from '../text-types.ts';

export const contentNames: Names = {
  about: 'Über uns',
  actions: 'Schaltflächen zur Kontoeröffnung',
  brand: 'Marke',
  button: 'Schaltfläche',
  calendar: 'Wirtschaftskalender',
  carousel: 'Karussell',
  components: 'Komponenten',
  copyright: 'Copyright',
  crossrates: 'Kreuzkurse',
  description: 'Beschreibung',
  divider: 'Trennlinie',
  gallery: 'Galerie',
  grid: 'Raster',
  heading: 'Überschrift',
  image: 'Bild',
  imprint: 'Impressum',
  legal: 'Rechtliches',
  map: 'Karte',
  markets: 'Märkte',
  payment_icons: 'Zahlungssymbole',
  risk_warning: 'Risikohinweis',
  section: 'Abschnitt',
};
