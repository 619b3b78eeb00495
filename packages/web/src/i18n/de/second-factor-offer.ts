import type { Complete } from '../catalogue.ts';
import type { secondFactorOffer as en } from '../en/second-factor-offer.ts';

export const secondFactorOffer = {
  title: 'Schützen Sie Ihr Konto',
  reason:
    'Wer Ihr Passwort kennt, kann sich in Ihrem Konto anmelden. Mit einem zweiten Faktor ist für Anmeldung und Auszahlung zusätzlich ein Code Ihrer Authenticator-App nötig.',
  effort: 'Das dauert etwa zwei Minuten. Sie können ihn jederzeit wieder ausschalten.',
  setUp: 'Jetzt einrichten',
  later: 'In {days} Tagen erinnern',
} satisfies Complete<typeof en>;
