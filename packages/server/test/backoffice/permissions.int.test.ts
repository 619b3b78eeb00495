// Every route and every field of the back office, asked by every role: allowed and refused as the
// declarations say, which are the table in docs/operate/staff-permissions.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mayRead, type Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { ROLES, type Role } from '@halyard/contract/backoffice/roles';
import { exampleOf } from '@halyard/contract/openapi/example';
import type { Route } from '@halyard/contract/route';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginSession, settle } from '../access/household.ts';
import { createStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const STAFF_ROUTES = ROUTES.filter(({ access }) => access === 'staff').map(
  (route) => [nameOf(route), route] as const,
);
const NAMED = RESOURCES.map((resource) => [resource.shape.name, resource] as const);
/** Nobody is anything beside these. */
const HELD: readonly (readonly Role[])[] = [[], ...ROLES.map((role) => [role])];

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[] };

describeOnDatabase('the back office', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  /** Of the sessions of each role: nothing here ends one. */
  const tokens = new Map<string, string>();
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder) });
    await settle(server, 'wolpertinger');
    for (const roles of HELD) {
      const email = `${roles.join() || 'nobody'}@staff.example`;
      await createStaff(server, email, roles);
      const [row] = await server.query('select id from staff where email = $1', [email]);
      const session = { kind: 'staff', id: Number(row?.['id']) } as const;
      tokens.set(roles.join(), await beginSession(server, session));
    }
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const tokenOf = (roles: readonly Role[]): string => tokens.get(roles.join()) ?? '';

  /** With a body that fits no action: who may do it is told so, and nothing happens. */
  async function knock(route: Route, token: string): Promise<string> {
    const params = route.params === undefined ? {} : (exampleOf(route.params, 'input') as object);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      String((params as Row)[name]),
    );
    const reply =
      route.method === 'GET'
        ? await server.get(`${path}?unfit=1`, { token })
        : await server.post(path, { unfit: 1 }, { token });
    return reply.envelope.status === 'error' ? reply.envelope.code : 'success';
  }

  it.each(STAFF_ROUTES)('allows %s exactly for the declared roles', async (_name, route) => {
    for (const roles of HELD) {
      const isNamed = route.roles === 'any' || roles.some((role) => route.roles?.includes(role));
      const code = await knock(route, tokenOf(roles));
      // A route that takes a file answers with its own code to a body without one.
      const unfit = route.file?.unfit ?? 'invalid';
      expect(code, roles.join()).toBe(isNamed ? unfit : 'forbidden');
    }
  });

  it.each(NAMED)('shows each role its own fields of %s', async (name, { shape }) => {
    for (const roles of HELD.filter((held) => held.some((role) => shape.read.includes(role)))) {
      const token = tokenOf(roles);
      const own = (fields: object): readonly string[] =>
        Object.keys(fields).filter((field) => mayRead(shape, field, roles));
      const path = `/api/backoffice/${name}`;
      const { rows } = dataOf((await server.get<Page>(path, { token })).envelope);
      for (const row of rows.slice(0, 3)) {
        expect(Object.keys(row).toSorted(), roles.join()).toEqual(own(shape.row).toSorted());
        const one = dataOf(
          (await server.get<Row>(`${path}/${String(row['id'])}`, { token })).envelope,
        );
        expect(Object.keys(one).toSorted(), roles.join()).toEqual(
          own({ ...shape.row, ...shape.detail }).toSorted(),
        );
      }
    }
  });

  it.each(NAMED)(
    'lets each role filter and sort %s only by fields that it can read',
    async (name, resource) => {
      const { shape } = resource;
      for (const roles of HELD.filter((held) => held.some((role) => shape.read.includes(role)))) {
        const token = tokenOf(roles);
        for (const { query, fields } of questionsOf(resource)) {
          const search = new URLSearchParams(query).toString();
          const { envelope } = await server.get(`/api/backoffice/${name}?${search}`, { token });
          const mayAsk = fields.every((field) => mayRead(shape, field, roles));
          const code = envelope.status === 'error' ? envelope.code : 'success';
          expect(code, `${roles.join()} by ${search}`).toBe(mayAsk ? 'success' : 'forbidden');
        }
      }
    },
  );
});

type Question = {
  readonly query: Readonly<Record<string, string>>;
  /** Which it tells something of. */
  readonly fields: readonly string[];
};

function questionsOf({ shape, list }: Resource): readonly Question[] {
  const examples = exampleOf(list.query ?? list.reply, 'input') as Readonly<
    Record<string, unknown>
  >;
  return [
    ...shape.sorts.map((sort) => ({ query: { sort }, fields: [sort] })),
    ...Object.entries(shape.filters).map(([name, { fields }]) => ({
      query: { [name]: String(examples[name]) },
      fields,
    })),
  ];
}
