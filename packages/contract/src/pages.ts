// The web app's page addresses. The server answers an existing page with 200 and any other with
// 404; the app shows its own text for both.

/** The web app's page paths. `{name}` stands for one path segment. */
export const PAGE_PATHS = [
  '/',
  '/login',
  '/autoLogin/{code}',
  '/password/request',
  '/password/reset/{code}',
  '/email/confirm/{code}',
  '/register',
  '/my-account',
  '/my-account/{page}',
  '/payment',
  '/payment/{method}',
  '/transactions',
  '/transactions/{type}',
  '/referrals',
  '/notifications',
  '/security',
  '/account-levels',
  '/own-limits',
  '/performance',
  '/statements',
  '/appropriateness',
  '/your-data',
  '/contact-us',
  '/affiliate',
  '/economic-calendar',
  '/platform',
  '/platform/{symbol}',
  '/practice',
  '/practice/performance',
  '/practice/{symbol}',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

/**
 * Returns the pattern that a path without query matches. A trailing slash makes no difference, and
 * the more specific of two patterns wins.
 */
export function findPagePath(path: string): PagePath | undefined {
  const wanted = segments(path);
  const fitting = PAGE_PATHS.filter((pattern) => {
    const parts = segments(pattern);
    return (
      parts.length === wanted.length &&
      parts.every((part, at) => part.startsWith('{') || part === wanted[at])
    );
  });
  return fitting.toSorted((a, b) => countNames(a) - countNames(b))[0];
}

function segments(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

function countNames(pattern: string): number {
  return pattern.split('{').length;
}
