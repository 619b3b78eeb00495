// The mail to a member whose passkeys have changed, in the language of the page that changed them.
import type { MailLanguage } from '../mail-language.ts';

export type PasskeyChange = 'staff.passkey-add' | 'staff.passkey-remove';

const TEXTS = {
  en: {
    'staff.passkey-add': 'A passkey was added to your back-office account',
    'staff.passkey-remove': 'A passkey was removed from your back-office account',
    text: 'If you did not do this, tell an admin at once: they can disable your account and reset your credentials.',
  },
  de: {
    'staff.passkey-add': 'Ihrem Zugang zum Back Office wurde ein Passkey hinzugefügt',
    'staff.passkey-remove': 'Aus Ihrem Zugang zum Back Office wurde ein Passkey entfernt',
    text: 'Wenn Sie das nicht waren, informieren Sie sofort einen Administrator: Er kann Ihren Zugang sperren und Ihre Anmeldedaten zurücksetzen.',
  },
} as const;

export function passkeyMail(
  action: PasskeyChange,
  language: MailLanguage,
): { readonly subject: string; readonly text: string } {
  const texts = TEXTS[language];
  return { subject: texts[action], text: `${texts[action]}. ${texts.text}` };
}
