// Announcements that the house shows to customers until they dismiss them.
import * as z from 'zod/mini';
import { LANGUAGES } from './config.ts';
import { defineRoute } from './route.ts';
import { Id, tokenField } from './wire.ts';

/** So many at once, the oldest first. */
export const POPUPS_SHOWN_MAX = 20;

export const Popup = z.object({
  id: Id,
  title: z.string(),
  /** HTML of a few harmless tags. */
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
  /** `language`: that in which the page is shown; the language of the customer's mails without. */
  body: z.strictObject({ ...tokenField, language: z.optional(z.enum(LANGUAGES)) }),
  reply: z.array(Popup),
  refusals: [],
});

export const dismissPopup = defineRoute({
  method: 'POST',
  path: '/api/accounts/popup',
  summary: 'Dismisses an announcement: this customer is not shown it again.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  refusals: ['not-found'],
});
