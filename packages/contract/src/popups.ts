// Announcements that customers see until they dismiss them.
import * as z from 'zod/mini';
import { LANGUAGES } from './config.ts';
import { defineRoute } from './route.ts';
import { Id, tokenField } from './wire.ts';

/** The maximum number of pop-ups shown at once, oldest first. */
export const POPUPS_SHOWN_MAX = 20;

export const Popup = z.object({
  id: Id,
  title: z.string(),
  /** The content of the pop-up: sanitised HTML with a few tags. */
  content: z.string(),
});
export type Popup = z.infer<typeof Popup>;

export const listPopups = defineRoute({
  method: 'POST',
  path: '/api/accounts/popups',
  summary: 'The announcements that this customer has not dismissed.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  /** The page's language; if absent, the language of the customer's mails. */
  body: z.strictObject({ ...tokenField, language: z.optional(z.enum(LANGUAGES)) }),
  reply: z.array(Popup),
  rejections: [],
});

export const dismissPopup = defineRoute({
  method: 'POST',
  path: '/api/accounts/popup',
  summary: 'Dismisses an announcement for this customer.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  rejections: ['not-found'],
});
