import type { Document } from '../model.ts';
import { component, grid } from './page.ts';
import type { SeedPage } from './page.ts';

const SLIDES = {
  en: [
    [
      'Every cost before you commit',
      '<p>The ticket shows the mark-up, the overnight financing and your loss at the stop-out price.</p>',
    ],
    [
      'One price, and the same one',
      '<p>The chart, the ticket and the fill come from the same stream of prices.</p>',
    ],
    [
      'No loss leaves you in debt',
      '<p>Once your last position is closed, a balance below zero is brought back to zero.</p>',
    ],
  ],
  de: [
    [
      'Alle Kosten vor dem Auftrag',
      '<p>Das Ticket zeigt den Aufschlag, die Übernachtfinanzierung und den Verlust beim Stop-out.</p>',
    ],
    ['Ein Kurs für alles', '<p>Chart, Ticket und Ausführung kommen aus demselben Kursstrom.</p>'],
    [
      'Keine Nachschusspflicht',
      '<p>Ist die letzte Position geschlossen, wird ein Saldo unter null wieder auf null gebracht.</p>',
    ],
  ],
} as const;

const STEPS = {
  en: [
    ['Open an account', '<p>It takes a name, an email and a phone number.</p>'],
    [
      'Let us know who you are',
      '<p>Upload a passport and a proof of address. We check them before you trade.</p>',
    ],
    [
      'Deposit and trade',
      '<p>Choose a market, an amount and a leverage. Set a stop loss before you confirm.</p>',
    ],
  ],
  de: [
    ['Konto eröffnen', '<p>Dafür genügen Name, E-Mail und Telefonnummer.</p>'],
    [
      'Sich ausweisen',
      '<p>Laden Sie Pass und Adressnachweis hoch. Wir prüfen sie, bevor Sie handeln.</p>',
    ],
    [
      'Einzahlen und handeln',
      '<p>Wählen Sie Markt, Betrag und Hebel. Setzen Sie einen Stop-Loss, bevor Sie bestätigen.</p>',
    ],
  ],
} as const;

const HOME_TEXTS = {
  en: {
    lead: '<p>{{operator}} lets you buy and sell more than sixty markets from one account, with prices that move as you watch and a ticket that does the arithmetic with you.</p>',
    how: 'How it works',
    hold: 'What you can hold us to',
  },
  de: {
    lead: '<p>Bei {{operator}} kaufen und verkaufen Sie über sechzig Märkte aus einem Konto, mit Kursen, die sich vor Ihren Augen bewegen, und einem Ticket, das mitrechnet.</p>',
    how: 'So geht es',
    hold: 'Woran Sie uns messen können',
  },
} as const;

/** The first sections of the home page: what the platform is, and the live markets. */
export const HOME: SeedPage = {
  slug: 'index',
  en: {
    title: 'Trade the world’s markets and see every cost first',
    description:
      'Forex, stocks, crypto, commodities and indices with leverage: live prices, every cost shown first, and limits that you set yourself.',
    passages: [],
  },
  de: {
    title: 'Die Märkte der Welt handeln, alle Kosten vorab',
    description:
      'Devisen, Aktien, Krypto, Rohstoffe und Indizes mit Hebel: laufende Kurse, alle Kosten vorab und Grenzen, die Sie selbst setzen.',
    passages: [],
  },
  layout: (language, title): readonly Document[] => {
    const { lead, how, hold } = HOME_TEXTS[language];
    return [
      grid('hero', [
        [
          component('heading', { text: title, tag: 'h1' }),
          component('text', { text: lead }),
          component('actions', {}),
          component('text', { class: 'quiet', text: '<p>{{risk_warning}}</p>' }),
        ],
        [component('markets', {})],
      ]),
      component('crossrates', {}),
      component('heading', { text: how, tag: 'h2' }),
      grid(
        'steps',
        STEPS[language].map(([heading, text]) => [
          component('heading', { text: heading, tag: 'h3' }),
          component('text', { text }),
        ]),
      ),
      component('heading', { text: hold, tag: 'h2' }),
      component(
        'carousel',
        { label: hold },
        SLIDES[language].map(([heading, text]) =>
          component('section', {}, [
            component('heading', { text: heading, tag: 'h3' }),
            component('text', { text }),
          ]),
        ),
      ),
    ];
  },
};

export const ABOUT: SeedPage = {
  slug: 'about',
  en: {
    title: 'About us',
    description: 'Who runs this platform and what it stands for.',
    passages: [
      [
        'What we do',
        '<p>{{operator}} runs a platform on which private customers trade contracts for difference on currencies, shares, cryptocurrencies, commodities and indices. You never own the thing itself: you and we settle the difference between the price at which a position opens and the one at which it closes.</p>',
      ],
      [
        'What we hold ourselves to',
        '<ul><li>Money is counted in whole cents, and every booking has its other side. A statement can be checked line by line.</li><li>An order fills at a price that is recorded with it. If the price has moved against you beyond a small tolerance, the order is refused and you decide again.</li><li>A loss is shown as plainly as a gain.</li></ul>',
      ],
      [
        'Who we are',
        '<p>{{operator}}<br />{{address}}</p><p>Write to us by the <a href="/contact-us">contact form</a>.</p>',
      ],
    ],
  },
  de: {
    title: 'Über uns',
    description: 'Wer diese Plattform betreibt und wofür sie steht.',
    passages: [
      [
        'Was wir tun',
        '<p>{{operator}} betreibt eine Plattform, auf der Privatkunden Differenzkontrakte auf Währungen, Aktien, Kryptowährungen, Rohstoffe und Indizes handeln. Der Wert selbst gehört Ihnen dabei nie: Ausgeglichen wird der Unterschied zwischen dem Kurs bei der Eröffnung und dem bei der Schließung.</p>',
      ],
      [
        'Woran wir uns halten',
        '<ul><li>Geld wird in ganzen Cent gezählt, und jede Buchung hat ihre Gegenseite. Ein Auszug lässt sich Zeile für Zeile prüfen.</li><li>Ein Auftrag wird zu einem Kurs ausgeführt, der mit ihm festgehalten wird. Hat sich der Kurs über eine kleine Toleranz hinaus gegen Sie bewegt, wird der Auftrag abgelehnt, und Sie entscheiden neu.</li><li>Ein Verlust wird so deutlich gezeigt wie ein Gewinn.</li></ul>',
      ],
      [
        'Wer wir sind',
        '<p>{{operator}}<br />{{address}}</p><p>Schreiben Sie uns über das <a href="/contact-us">Kontaktformular</a>.</p>',
      ],
    ],
  },
};

export const CONTACT: SeedPage = {
  slug: 'contact',
  en: {
    title: 'Contact',
    description: 'How to reach us.',
    passages: [
      [
        '',
        '<p>{{operator}}<br />{{address}}</p><p>Tell us what it is about, and we answer by email. Never send a password or the number of a card.</p>',
      ],
    ],
  },
  de: {
    title: 'Kontakt',
    description: 'So erreichen Sie uns.',
    passages: [
      [
        '',
        '<p>{{operator}}<br />{{address}}</p><p>Schreiben Sie uns, worum es geht; wir antworten per E-Mail. Senden Sie nie ein Passwort oder eine Kartennummer.</p>',
      ],
    ],
  },
  after: (): readonly Document[] => [
    component('form', { form: 'contact' }),
    component('map', { address: '{{address}}', zoom: 13 }),
  ],
};

export const ACCOUNT_LEVELS: SeedPage = {
  slug: 'account-levels',
  en: {
    title: 'Account levels',
    description: 'What an account level is, and what it changes.',
    passages: [
      [
        '',
        '<p>Every account begins at <strong>Standard</strong>. The level is shown in the header and in the account overview.</p>',
      ],
      [
        'What is the same at every level',
        '<p>Prices, mark-up, protection against a negative balance and the order in which withdrawals are paid are the same for everyone. A level buys no better price and no earlier payment.</p>',
      ],
      [
        'What may differ',
        '<p>A level says how you are looked after: who answers you and how soon. We change it with you, never for a deposit of a certain size.</p>',
      ],
    ],
  },
  de: {
    title: 'Kontostufen',
    description: 'Was eine Kontostufe ist und was sie ändert.',
    passages: [
      [
        '',
        '<p>Jedes Konto beginnt mit der Stufe <strong>Standard</strong>. Sie steht in der Kopfzeile und in der Kontoübersicht.</p>',
      ],
      [
        'Was auf jeder Stufe gleich ist',
        '<p>Kurse, Aufschlag, Schutz vor negativem Saldo und die Reihenfolge der Auszahlungen sind für alle gleich. Eine Stufe kauft keinen besseren Kurs und keine frühere Zahlung.</p>',
      ],
      [
        'Was sich unterscheiden kann',
        '<p>Die Stufe sagt, wie Sie betreut werden: wer Ihnen antwortet und wie bald. Wir ändern sie mit Ihnen, nie für eine Einzahlung in bestimmter Höhe.</p>',
      ],
    ],
  },
};
