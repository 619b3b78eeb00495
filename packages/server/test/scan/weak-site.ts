// A site with one injection of each kind, on which the scanners prove that they would find one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#platform/db/db.ts';

export type WeakSite = {
  /** The value of `id` becomes part of a statement, unquoted. */
  readonly sqlUrl: string;
  /** The value of `text` becomes part of a page, unescaped. */
  readonly pageUrl: string;
  stop(): Promise<void>;
};

export async function startWeakSite(databaseUrl: string): Promise<WeakSite> {
  const onError = (): void => undefined;
  const db = await openDatabase({ url: databaseUrl, directory: '', onError });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const send = (text: string): void => {
      response.setHeader('content-type', 'text/html').end(`<html><body>${text}</body></html>`);
    };
    if (pathname === '/page') return send(searchParams.get('text') ?? '');
    const statement = `select relname from pg_class where oid = ${searchParams.get('id') ?? '0'}`;
    db.query(statement, []).then(
      // Several statements in one have no rows.
      (rows) => send(JSON.stringify(rows ?? [])),
      (error: unknown) => send(String(error)),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sqlUrl: `${url}/rows?id=1259`,
    pageUrl: `${url}/page?text=hello`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}
