// The content of a new installation.
import type { ContentFile } from '../save-content.ts';
import { ABOUT, ACCOUNT_LEVELS, CONTACT, HOME } from './home.ts';
import { toSeedEntry } from './page.ts';
import { AML, COOKIES, KYC, PRIVACY, TERMS } from './policies.ts';

const PAGES = [HOME, ABOUT, TERMS, COOKIES, AML, KYC, PRIVACY, ACCOUNT_LEVELS, CONTACT];

const text = { type: 'text', localize: false, required: false, options: {} } as const;
const localised = { ...text, localize: true } as const;

const ABOUT_LINKS = [
  { title: 'About us', title_de: 'Über uns', url: '/about' },
  { title: 'Contact', title_de: 'Kontakt', url: '/contact-us' },
  { title: 'Account levels', title_de: 'Kontostufen', url: '/account-levels' },
];
const LEGAL_LINKS = [
  { title: 'Terms & Conditions', title_de: 'AGB', url: '/terms-conditions' },
  { title: 'Privacy policy', title_de: 'Datenschutz', url: '/privacy-policy' },
  { title: 'Cookies policy', title_de: 'Cookies', url: '/cookies-policy' },
  { title: 'Anti-money-laundering policy', title_de: 'Geldwäsche', url: '/aml-policy' },
  { title: 'Know-your-customer policy', title_de: 'Kundenprüfung', url: '/kyc-policy' },
];

export const SEED: ContentFile = {
  collections: {
    pages: {
      sortable: false,
      fields: [
        { ...localised, name: 'title', required: true, options: { slug: true } },
        { ...localised, name: 'description', type: 'textarea' },
        { ...text, name: 'published', type: 'boolean' },
        { ...localised, name: 'components', type: 'layout' },
      ],
      entries: PAGES.map(toSeedEntry),
    },
  },
  singletons: {
    settings: {
      fields: [
        { ...text, name: 'brand' },
        { ...localised, name: 'copyright' },
      ],
      data: {
        brand: '{{operator}}',
        copyright: '© {{year}} {{operator}}. All rights reserved.',
        copyright_de: '© {{year}} {{operator}}. Alle Rechte vorbehalten.',
      },
    },
    footer: {
      fields: [
        { ...text, name: 'payment_icons', type: 'repeater' },
        { ...text, name: 'about', type: 'repeater' },
        { ...text, name: 'legal', type: 'repeater' },
        { ...localised, name: 'risk_warning' },
        { ...text, name: 'imprint' },
      ],
      data: {
        payment_icons: ['visa', 'mastercard', 'bank'],
        about: ABOUT_LINKS,
        legal: LEGAL_LINKS,
        risk_warning: '{{risk_warning}}',
        risk_warning_de: '{{risk_warning}}',
        imprint: '{{operator}}, {{address}}',
      },
    },
  },
  forms: {
    contact: {
      fields: [
        { ...text, name: 'name', required: true },
        { ...text, name: 'email', type: 'email', required: true },
        { ...text, name: 'message', type: 'textarea', required: true },
      ],
    },
  },
};
