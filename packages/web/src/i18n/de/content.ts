import type { Complete } from '../catalogue.ts';
import type { content as en } from '../en/content.ts';

export const content = {
  carousel: 'Karussell',
  slideOf: 'Folie {at} von {count}',
  previousSlide: 'Vorherige Folie',
  nextSlide: 'Nächste Folie',

  markets: 'Märkte jetzt',
  marketsNote: 'Verkaufskurs, Änderung heute',
  marketClosed: 'Markt geschlossen',
  forex: 'Devisen',
  crypto: 'Krypto',
  commodities: 'Rohstoffe',
  index: 'Index',
  stocks: 'Aktien',

  crossRates: 'Devisen-Kreuzkurse',
  currency: 'Währung',
  crossRatesNote: 'Zeilenwährung in Spaltenwährung',
  crossRatesHosted: 'Devisen-Kreuzkurse von TradingView',
  crossRatesCredit: 'Kreuzkurse von TradingView, unverbindlich',
  hostedOffer:
    'Das sind unsere eigenen Kurse. Der Drittanbieter TradingView hat ein Widget, das Cookies setzen kann.',
  hostedShow: 'Hier anzeigen',
  hostedOwn: 'Unsere anzeigen',
  hostedSilent: 'TradingView ist nicht erreichbar. Stattdessen sehen Sie unsere Darstellung.',
  hostedRetry: 'Erneut versuchen',
  hostedAnyway: 'Trotzdem anzeigen',

  formSend: 'Senden',
  formThanks: 'Vielen Dank. Wir haben Ihre Nachricht erhalten und antworten per E-Mail.',
  formAgain: 'Weitere Nachricht schreiben',
  formFailed: 'Hoppla! Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.',

  map: 'Unser Standort',
  mapOffer: 'Die Karte wird von {host} geladen. Der Anbieter erfährt dabei Ihre IP-Adresse.',
  mapShow: 'Karte anzeigen',
  mapOpen: 'In OpenStreetMap öffnen',
  mapMissing: 'Die Karte konnte nicht geladen werden.',

  payments: 'Zahlungsmethoden',
  card: 'Karte',
  bank: 'Banküberweisung',
  wallet: 'Alternative',
  transfer: 'Titan',
  aboutLinks: 'Über uns',
  legalLinks: 'Rechtliches',
  about: 'Über uns',
  contact: 'Kontakt',
  levels: 'Kontostufen',
  calendar: 'Wirtschaftskalender',
  terms: 'AGB',
  privacy: 'Datenschutz',
  cookies: 'Cookies',
  aml: 'Geldwäsche',
  kyc: 'Kundenprüfung',

  cookieSettings: 'Cookie-Einstellungen',
  cookieText:
    'Wir speichern nur, was für die Seite notwendig ist. Eine Karte und zwei Widgets kommen von Drittanbietern, die eigene Cookies setzen können. Sie werden nur geladen, wenn Sie es erlauben.',
  cookieMore: 'Mehr über Cookies',
  cookieNecessary: 'Nur notwendige',
  cookieNecessaryText:
    'Anmeldung, Sprache und Design. Karten und Widgets von Drittanbietern bleiben aus; Sie sehen unsere eigenen.',
  cookieAll: 'Alle erlauben',
  cookieAllText: 'Auch die Karte von OpenStreetMap und die Widgets von TradingView.',
  cookieSave: 'Speichern',
  cookieClose: 'Ohne Änderung schließen',
} satisfies Complete<typeof en>;
