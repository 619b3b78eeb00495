// Where the site's content is stored: in the built-in store, or in an external content management
// system, Cockpit v1.
import * as z from 'zod/mini';
import { list, matching, secureUrlOf, setting } from './setting-kinds.ts';
import type { Problem } from './setting-kinds.ts';

const NAME_PATTERN = /^[a-zA-Z][\w-]{0,63}$/;
const TOKEN_PATTERN = /^[!-~]{8,200}$/;

const readSecureUrl = secureUrlOf('https:', 'http:');

function names(example: string) {
  return setting(list(matching(NAME_PATTERN)), `must be names such as ${example}`);
}

export const ContentVariables = z.object({
  CMS_URL: z.optional(
    setting(
      readCmsUrl,
      'must be the https address of a Cockpit, such as https://cms.example.com/cockpit',
    ),
  ),
  CMS_TOKEN: z.optional(
    setting(matching(TOKEN_PATTERN), 'must be a token of 8 to 200 characters without spaces'),
  ),
  CMS_COLLECTIONS: z._default(names('pages,posts'), ['pages']),
  CMS_SINGLETONS: z._default(names('settings,footer'), ['settings', 'footer']),
  CMS_FORMS: z._default(names('contact'), ['contact']),
});
type ContentVariables = z.infer<typeof ContentVariables>;

export type CmsSettings = {
  readonly url: string;
  readonly token: string;
  readonly collections: readonly string[];
  readonly singletons: readonly string[];
  readonly forms: readonly string[];
};

/** Returns the settings of an external Cockpit; undefined for the built-in store. */
export function toCmsSettings(variables: ContentVariables): CmsSettings | undefined {
  const { CMS_URL: url, CMS_TOKEN: token } = variables;
  if (url === undefined || token === undefined) return undefined;
  return {
    url,
    token,
    collections: variables.CMS_COLLECTIONS,
    singletons: variables.CMS_SINGLETONS,
    forms: variables.CMS_FORMS,
  };
}

export function contentProblems(variables: Partial<ContentVariables>): readonly Problem[] {
  const { CMS_URL: url, CMS_TOKEN: token } = variables;
  if ((url === undefined) === (token === undefined)) return [];
  const missing = url === undefined ? 'CMS_URL' : 'CMS_TOKEN';
  const given = url === undefined ? 'CMS_TOKEN' : 'CMS_URL';
  return [{ name: missing, text: `is required with ${given}` }];
}

/** Returns the URL of a Cockpit; undefined if it has a query, a fragment or a password. */
function readCmsUrl(text: string): string | undefined {
  if (readSecureUrl(text) === undefined) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(text);
  const isPlain = [search, hash, username, password].every((part) => part === '');
  return isPlain ? `${origin}${pathname.replace(/\/+$/, '')}` : undefined;
}
