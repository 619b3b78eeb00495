// The addresses of the web app's pages, so that the server answers a page that exists with 200 and
// every other with 404 (the shell shows its own text for both).

/** `{name}` stands for one path segment. */
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
  '/statements',
  '/appropriateness',
  '/your-data',
  '/contact-us',
  '/affiliate',
  '/economic-calendar',
  '/platform',
  '/platform/{symbol}',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

/**
 * The pattern of a page that a path, without query, is one of; a slash at the end makes no
 * difference, and of two patterns the one that says more counts.
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
