// Content as returned by the Cockpit v1 API. Editors write it, so code that shows it must not rely
// on its shape.
import * as z from 'zod/mini';

/** Optional text. A value that was never set is null; a value of the wrong type is ignored. */
const Text = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'string' ? value : '')),
);

/** A page of the site. Its layout is validated where it is shown. */
export const ContentPage = z.object({
  title: Text,
  title_slug: z.string(),
  description: Text,
  components: z.unknown(),
});
export type ContentPage = z.infer<typeof ContentPage>;

/** Pages that customers agree to or must be able to read: available with PLATFORM_ONLY, too. */
export const LEGAL_SLUGS: readonly string[] = [
  'terms-conditions',
  'privacy-policy',
  'cookies-policy',
  'aml-policy',
  'kyc-policy',
];

/** The reply to a query with `simple`. */
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

/** The result in the reply to a submitted form. */
export const FormReceipt = z.object({ status: z.literal('success') });

/** The problem of each field of an invalid form. */
export const FormProblems = z.object({ errors: z.record(z.string(), z.string()) });
