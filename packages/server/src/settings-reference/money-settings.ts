import type { SettingsSection } from './settings-section.ts';

export const MONEY_SETTINGS: readonly SettingsSection[] = [
  {
    title: 'Money',
    settings: {
      UNVERIFIED_DEPOSIT_MAX: {
        default: '2000',
        text: 'Euros that a customer can deposit before staff have verified them.',
      },
      WITHDRAWAL_FEE: {
        default: '0',
        example: '2.50',
        text: 'Euros that are kept of each withdrawal that is paid.',
      },
      WITHDRAWAL_FOUR_EYES: {
        default: '5000',
        text: 'Euros paid out to one customer within 24 hours above which two people approve. See docs/operate/money.md.',
      },
      BOOKING_FOUR_EYES: {
        default: '5000',
        text: 'Euros that staff book by hand to one customer within 24 hours above which two people approve.',
      },
      APPROVER_AGE_DAYS: {
        default: '7',
        text: 'Days until a member of staff who was created, or given roles or a sign-in, by another may approve.',
      },
      CLOSED_ACCOUNTS_KEPT_YEARS: {
        default: '5',
        text: 'Years after which what the law wants kept of a closed account is erased. See docs/operate/customer-data.md.',
      },
    },
  },
  {
    title: 'Payments',
    settings: {
      PAYMENTS: {
        text: 'Card payments: off; sandbox, with stand-ins of the providers within this program and no money (the default with demo data); live, with the providers below that have their keys. Production rejects sandbox, and live with simulated prices. Read docs/operate/payments.md first.',
      },
      PAYMENT_PROVIDERS: {
        example: 'paymaxis,payway',
        text: 'Card providers in the order in which they are tried. Connected ones that are not named follow.',
      },
      DEPOSIT_METHODS: {
        default: 'bank',
        text: 'Deposit methods beside cards: bank, alternative, titan. Staff confirm their deposits.',
      },
      BANK_ACCOUNT_HOLDER: { text: 'Holder of the account that bank transfers go to.' },
      BANK_ACCOUNT_IBAN: {
        text: 'IBAN of that account. Customers see it with the reference of their deposit.',
      },
      BANK_ACCOUNT_BIC: { text: 'BIC of that account.' },
      PAYMENTS_TEST: {
        default: 'off',
        text: "Whether payments made with the providers' test money count. Production rejects it.",
      },
      PAYMENT_PAGE_HOSTS: {
        text: "Hosts beside the providers' own to which customers may be sent to pay, separated by commas.",
      },
      PAYMAXIS_KEY: { isSecret: true, text: 'Key of the Paymaxis shop.' },
      PAYMAXIS_SIGNING_KEY: { isSecret: true, text: 'Signing key of the Paymaxis webhooks.' },
      PAYMAXIS_SIGNING_KEY_PREVIOUS: {
        isSecret: true,
        text: 'The signing key before, while it is being changed.',
      },
      PAYMAXIS_URL: { text: 'Another host than https://app.paymaxis.com.' },
      IPAYTOTAL_KEY: { isSecret: true, text: 'Key of the iPayTotal account.' },
      IPAYTOTAL_URL: { text: 'Another host than https://ipaytotal.solutions.' },
      IKAJO_KEY: { isSecret: true, text: 'Client key of Ikajo (legacy signed form).' },
      IKAJO_PASSWORD: { isSecret: true, text: 'Password of Ikajo.' },
      IKAJO_URL: { text: "Where Ikajo's form is sent." },
      IKAJO_STATUS_URL: {
        text: 'Where Ikajo is asked after payments. Without it staff confirm each payment.',
      },
      PAYWAY_SHOP: { text: 'Shop at PayWay (signed form).' },
      PAYWAY_SECRET: { isSecret: true, text: 'Secret of the shop at PayWay.' },
      PAYWAY_URL: { text: "Where PayWay's form is sent." },
      PAYWAY_AMOUNTS: {
        default: 'minor',
        text: 'Whether the amounts of PayWay are minor units (cents) or major ones.',
      },
      PAYWAY_PROVEN: {
        default: 'off',
        text: 'Set it to on once the test environment of PayWay has proved the signatures. Until then staff confirm each payment.',
      },
    },
  },
];
