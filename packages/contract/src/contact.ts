// The contact form.
import * as z from 'zod/mini';
import { Email, Name, Phone } from './accounts.ts';
import { defineRoute } from './route.ts';

export const CONTACT_MESSAGE_LENGTH_MAX = 4000;

export const sendContactMessage = defineRoute({
  method: 'POST',
  path: '/api/contact',
  summary: 'Sends a message to the operator.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({
    first_name: Name,
    last_name: Name,
    email: Email,
    phone: Phone,
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_MESSAGE_LENGTH_MAX)),
    /** The country of a phone number that was entered without country code. */
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    /**
     * A hidden field (honeypot). A client that fills it gets the normal reply, and no message is
     * sent.
     */
    website: z.optional(z.string().check(z.maxLength(CONTACT_MESSAGE_LENGTH_MAX))),
  }),
  reply: z.object({}),
  rejections: [],
});
