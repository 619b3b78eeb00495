export type MailLanguage = 'en' | 'de';

/** The back office sends its own language first in Accept-Language. */
export function mailLanguage(acceptLanguage: string): MailLanguage {
  return /^de(?:-|,|;|$)/i.test(acceptLanguage.trim()) ? 'de' : 'en';
}
