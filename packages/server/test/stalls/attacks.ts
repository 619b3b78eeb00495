// What a client may send to every route: each shape of body at the route's largest size.
import { exampleOf } from '@halyard/contract/openapi/example';
import type { Route } from '@halyard/contract/route';
import { ROUTES } from '@halyard/contract/testing/routes';
import { FILES, SHAPES, TEXTS } from './large-input.ts';

/** Of the edge, see bind-routes.ts. */
const ORDINARY_BYTES_MAX = 65_536;
const CREDENTIAL_BYTES_MAX = 16_384;
/** Node takes no longer head. */
const QUERY_LENGTH_MAX = 12_000;
const CMS_PATHS = [
  '/api/collections/get/pages',
  '/api/singletons/get/settings',
  '/api/forms/submit/contact',
];
const PAGE_PATHS = ['/sitemap.xml', '/robots.txt', '/', '/terms-and-conditions', '/api/docs/json'];

export type Attack = {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly access: Route['access'];
  readonly shape: string;
  /** JSON, or a file with its name. Only the JSON that is sent is made. */
  readonly body?: { readonly json: () => string } | FileBody;
  readonly upload?: { readonly field: string; readonly fields: Readonly<Record<string, string>> };
};

type FileBody = { readonly file: string; readonly bytes: number };

/** As a thread can receive it. */
export type MadeAttack = Omit<Attack, 'body'> & {
  readonly body?: { readonly json: string } | FileBody;
};

export function makeBody({ body, ...attack }: Attack): MadeAttack {
  if (body === undefined) return attack;
  return { ...attack, body: 'json' in body ? { json: body.json() } : body };
}

export function listAttacks(): readonly Attack[] {
  return [
    ...ROUTES.flatMap(attacksOf),
    ...CMS_PATHS.flatMap(attacksOfCms),
    ...PAGE_PATHS.map((path) =>
      toAttack({ method: 'GET', path, access: 'public', shape: 'plain' }),
    ),
  ];
}

function attacksOf(route: Route): readonly Attack[] {
  const path = route.path.replaceAll(/\{\w+\}/g, '1');
  const base = { method: route.method, path, access: route.access };
  const name = `${route.method} ${route.path}`;
  if (route.file !== undefined) return uploadsOf(route, { ...base, route: name });
  const plain = toAttack({ ...base, route: name, shape: 'plain' });
  if (route.body === undefined) {
    const texts = Object.entries(TEXTS).map(([shape, text]) => {
      const query = encodeURIComponent(text(QUERY_LENGTH_MAX)).slice(0, QUERY_LENGTH_MAX);
      const asked = query.replace(/%.?$/, '');
      return toAttack({ ...base, route: name, shape, path: `${path}?search=${asked}` });
    });
    return [plain, ...texts];
  }
  const good = exampleOf(route.body, 'input') as Readonly<Record<string, unknown>>;
  const bytes =
    route.bodyBytesMax ?? (route.rate === 'credential' ? CREDENTIAL_BYTES_MAX : ORDINARY_BYTES_MAX);
  return Object.entries(SHAPES).map(([shape, make]) =>
    toAttack({ ...base, route: name, shape, body: { json: () => make(bytes, good) } }),
  );
}

function uploadsOf(route: Route, base: Base): readonly Attack[] {
  const { file } = route;
  if (file === undefined) return [];
  return Object.keys(FILES).map((shape) =>
    toAttack({
      ...base,
      shape,
      body: { file: shape, bytes: file.bytesMax - 1 },
      upload: { field: file.name, fields: { type: 'passport' } },
    }),
  );
}

function attacksOfCms(path: string): readonly Attack[] {
  const base = { method: 'POST', path, access: 'public', route: `POST ${path}` } as const;
  const lists = Object.entries(SHAPES).map(([shape, make]) =>
    toAttack({ ...base, shape, body: { json: () => make(ORDINARY_BYTES_MAX, { filter: 'x' }) } }),
  );
  const words = Array.from({ length: 40 }, (_, at) => ({ title: { $text: `a${at} b c` } }));
  const patterns = Array.from({ length: 40 }, () => ({ title: { $regex: 'a.*b.*c.*d' } }));
  const queries = {
    everything: { populate: 3 },
    words: { filter: { $or: words } },
    patterns: { filter: { $or: patterns } },
    sorted: { sort: { title: 1, title_slug: -1, 'components.0': 1 } },
    german: { lang: 'de', populate: true, fields: { components: 1 } },
  };
  const asked = Object.entries(queries).map(([shape, query]) =>
    toAttack({ ...base, shape, body: { json: () => JSON.stringify(query) } }),
  );
  return [...lists, ...asked];
}

type Base = Pick<Attack, 'method' | 'path' | 'access'> & { readonly route?: string };

function toAttack({ route, ...rest }: Base & Omit<Attack, 'route' | keyof Base>): Attack {
  return { ...rest, route: route ?? `${rest.method} ${rest.path}` };
}
