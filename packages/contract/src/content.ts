// Content as the calls of Cockpit v1 answer it. What is in a page is somebody else's: whoever shows
// it takes nothing for granted.
import * as z from 'zod/mini';

/** What was never written is null, and what is of another kind counts as nothing. */
const Text = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'string' ? value : '')),
);

/** Its layout is read where it is shown. */
export const ContentPage = z.object({
  title: Text,
  title_slug: z.string(),
  description: Text,
  components: z.unknown(),
});
export type ContentPage = z.infer<typeof ContentPage>;

/** The pages that customers agree to or must be able to read: there with PLATFORM_ONLY, too. */
export const LEGAL_SLUGS: readonly string[] = [
  'terms-conditions',
  'privacy-policy',
  'cookies-policy',
  'aml-policy',
  'kyc-policy',
];

/** The answer to a query with `simple`. */
export const ContentPages = z.array(ContentPage);

const FooterLink = z.looseObject({ title: z.string(), url: z.string() });
export type FooterLink = z.infer<typeof FooterLink>;

function listOf<const Item extends z.ZodMiniType>(item: Item) {
  const read = (value: unknown): readonly z.infer<Item>[] => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((one) => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
  };
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

export const FooterContent = z.object({
  payment_icons: listOf(z.string()),
  about: listOf(FooterLink),
  legal: listOf(FooterLink),
  risk_warning: Text,
  imprint: Text,
});
export type FooterContent = z.infer<typeof FooterContent>;

export const SiteContent = z.object({ brand: Text, copyright: Text });
export type SiteContent = z.infer<typeof SiteContent>;

/** What the answer to a sent form says of how it went. */
export const FormReceipt = z.object({ status: z.literal('success') });

/** Of a form that did not fit: what is wrong with each field. */
export const FormFaults = z.object({ errors: z.record(z.string(), z.string()) });
