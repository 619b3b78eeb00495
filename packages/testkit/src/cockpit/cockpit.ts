// A simulator of Cockpit v1: the three calls with which a site reads content, with the statuses,
// bodies and JSON format of Cockpit 0.12 and PHP.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSocketSet } from '#vendor-host/socket-set.ts';

type Document = Readonly<Record<string, unknown>>;
type FieldGiven = { readonly name: string } & Document;

export type CockpitContent = {
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly fields: readonly FieldGiven[];
        readonly sortable?: boolean;
        readonly entries?: readonly Document[];
      }
    >
  >;
  readonly singletons: Readonly<
    Record<string, { readonly fields: readonly FieldGiven[]; readonly data?: Document }>
  >;
  readonly forms: readonly string[];
};

export type CockpitRequest = {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

export type CockpitServer = {
  readonly url: string;
  /** The received requests in order. */
  readonly requests: readonly CockpitRequest[];
  /** The received form submissions. */
  readonly submissions: readonly { readonly form: string; readonly data: Document }[];
  set(content: CockpitContent): void;
  /** Answers every request in this way until it is called without an argument. */
  misbehave(answer?: (response: ServerResponse) => void): void;
  close(): Promise<void>;
};

type Answer = { readonly status: number; readonly type: string; readonly body: string };

const SYSTEM_TIME_S = 1_795_161_540;

export async function startCockpitServer(options: {
  readonly token: string;
  readonly content: CockpitContent;
}): Promise<CockpitServer> {
  let content = options.content;
  let misbehaviour: ((response: ServerResponse) => void) | undefined;
  const requests: CockpitRequest[] = [];
  const submissions: { readonly form: string; readonly data: Document }[] = [];
  const sockets = createSocketSet();
  const http = createServer((message, response) => {
    void respond(message, response);
  });
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(message.url ?? '/', 'http://cockpit.invalid');
    const body = parseBody(await text(message));
    const { headers } = message;
    requests.push({ path: url.pathname, query: url.search, headers, body });
    if (misbehaviour !== undefined) {
      misbehaviour(response);
      return;
    }
    const token = url.searchParams.get('token') ?? body['token'] ?? headers['cockpit-token'];
    const answer =
      token === options.token
        ? answerCall(content, { path: url.pathname, body, submissions })
        : json(401, { error: 'Unauthorized' });
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
  };
  http.on('connection', sockets.add);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    submissions,
    set: (wanted) => {
      content = wanted;
    },
    misbehave: (answer) => {
      misbehaviour = answer;
    },
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      sockets.cut();
      await closed;
    },
  };
}

function answerCall(
  content: CockpitContent,
  call: {
    readonly path: string;
    readonly body: Document;
    readonly submissions: { readonly form: string; readonly data: Document }[];
  },
): Answer {
  const [, , kind, action, name = ''] = call.path.split('/');
  const known = `${kind}/${action}`;
  if (known === 'collections/get' || known === 'collections/entries') {
    return answerCollection(content, name);
  }
  if (known === 'singletons/get') return answerSingleton(content, name);
  if (known !== 'forms/submit') return { status: 404, type: 'application/json', body: '' };
  const data = call.body['form'];
  const isThere = content.forms.includes(name) && isRecord(data) && Object.keys(data).length > 0;
  if (!isThere) return { status: 404, type: 'text/html; charset=UTF-8', body: '' };
  call.submissions.push({ form: name, data });
  return json(200, data);
}

/** Answers with all entries of a collection, because our program requests no partial ones. */
function answerCollection({ collections }: CockpitContent, name: string): Answer {
  if (name === '') return json(412, { error: 'Missing collection name' });
  const found = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (found === undefined) return json(412, { error: 'Collection not found' });
  const entries = (found.entries ?? []).map((entry, at) => ({
    ...Object.fromEntries(found.fields.map((field) => [field.name, null])),
    ...entry,
    _modified: SYSTEM_TIME_S,
    _created: SYSTEM_TIME_S,
    _id: entry['_id'] ?? at.toString(16).padStart(24, 'c'),
  }));
  const fields = Object.fromEntries(
    found.fields.map((field) => [
      field.name,
      { type: 'text', localize: false, options: [], ...field },
    ]),
  );
  return json(200, {
    fields,
    entries: found.sortable === true ? toTree(entries, undefined) : entries,
    total: entries.length,
  });
}

function answerSingleton({ singletons }: CockpitContent, name: string): Answer {
  const found = Object.hasOwn(singletons, name) ? singletons[name] : undefined;
  if (found === undefined || found.fields.length === 0) {
    return { status: 404, type: 'text/html; charset=UTF-8', body: '' };
  }
  const unset = Object.fromEntries(found.fields.map((field) => [field.name, null]));
  return json(200, found.data ?? unset);
}

function toTree(rows: readonly Document[], parent: unknown): readonly Document[] {
  return rows
    .filter((row) => row['_pid'] === parent)
    .map((row) => ({ ...row, children: toTree(rows, row['_id']) }));
}

/** Serialises JSON as PHP does, which escapes slashes. */
function json(status: number, value: unknown): Answer {
  const body = JSON.stringify(value).replaceAll('/', '\\/');
  return { status, type: 'application/json', body };
}

function parseBody(sent: string): Document {
  try {
    const parsed: unknown = JSON.parse(sent);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
