// The app's public pages without content in the store.

type Texts = Readonly<Record<'en' | 'de', string>>;

export const APP_PAGES: Readonly<
  Record<string, { readonly titles: Texts; readonly descriptions: Texts }>
> = {
  '/login': {
    titles: { en: 'Log in', de: 'Anmelden' },
    descriptions: {
      en: 'Log in to your trading account.',
      de: 'Melden Sie sich in Ihrem Handelskonto an.',
    },
  },
  '/register': {
    titles: { en: 'Open an account', de: 'Konto eröffnen' },
    descriptions: {
      en: 'Open a trading account with your name, email and phone number.',
      de: 'Eröffnen Sie ein Handelskonto mit Name, E-Mail und Telefonnummer.',
    },
  },
  '/contact-us': {
    titles: { en: 'Contact', de: 'Kontakt' },
    descriptions: { en: 'Write to us.', de: 'Schreiben Sie uns.' },
  },
  '/account-levels': {
    titles: { en: 'Account levels', de: 'Kontostufen' },
    descriptions: {
      en: 'What the levels of an account are.',
      de: 'Was die Stufen eines Kontos sind.',
    },
  },
  '/economic-calendar': {
    titles: { en: 'Economic calendar', de: 'Wirtschaftskalender' },
    descriptions: {
      en: 'What is to be published, when, and how much it matters to the markets.',
      de: 'Was wann veröffentlicht wird und wie wichtig es für die Märkte ist.',
    },
  },
  '/affiliate': {
    titles: { en: 'Affiliates', de: 'Partner' },
    descriptions: {
      en: 'The panel of our affiliates.',
      de: 'Der Bereich unserer Partner.',
    },
  },
};

export const NOT_FOUND_TITLES: Texts = { en: 'Not found', de: 'Nicht gefunden' };
