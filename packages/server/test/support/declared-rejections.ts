// What the program refuses with stands in the contract: every call of a test is held against it.
import { rejectionsOf } from '@halyard/contract/openapi/openapi';
import type { RejectionCode } from '@halyard/contract/rejections';
import type { Route } from '@halyard/contract/route';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';

const PATTERNS = ROUTES.map((route) => ({ route, pattern: toPattern(route) }))
  // A written address wins over one with a parameter.
  .toSorted(
    (left, right) => left.route.path.split('{').length - right.route.path.split('{').length,
  );

/** Throws when the route at this address does not say that it may refuse so. */
export function assertDeclared(method: string, url: string, code: string): void {
  const route = findRoute(method, new URL(url).pathname);
  if (route === undefined || rejectionsOf(route).has(code as RejectionCode)) return;
  throw new Error(`${nameOf(route)} refuses with '${code}', which the contract does not say`);
}

function findRoute(method: string, path: string): Route | undefined {
  return PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(path))
    ?.route;
}

function toPattern({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}
