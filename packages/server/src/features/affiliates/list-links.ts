import type { AffiliateLinks } from '@halyard/contract/affiliates';
import type { Database } from '#platform/db/db.ts';
import { listCodes } from './affiliate-store.ts';
import { countSignUpsByCode, countSignUpsByPage } from './sign-up-store.ts';

/**
 * Returns an affiliate's codes with links to the site at this origin, and the pages that brought
 * sign-ups.
 */
export async function listLinks(
  { db }: { readonly db: Database },
  { affiliateId, origin }: { readonly affiliateId: number; readonly origin: string },
): Promise<AffiliateLinks> {
  const codes = await listCodes(db.kysely, affiliateId);
  const byCode = await countSignUpsByCode(db.kysely, affiliateId);
  const pages = await countSignUpsByPage(db.kysely, affiliateId);
  return {
    codes: codes.map((code) => ({
      code,
      url: `${origin}/?ref=${encodeURIComponent(code)}`,
      sign_ups: byCode.get(code) ?? 0,
    })),
    source_pages: pages.map((page) => ({ source_page: page.sourcePage, sign_ups: page.count })),
  };
}
