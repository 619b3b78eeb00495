// The calls of Cockpit v1, answered as Cockpit answers them: statuses and bodies are its own, but
// that malformed JSON is refused, a form's echo says how it went, a field that is a text comes as
// plain text, and the public token sees only what is published.
import type { Refusal } from '@halyard/contract/refusals';
import { toErrorEnvelope } from '#platform/http/http.ts';
import type { RawAnswer, RawBinding, RawCall } from '#platform/http/http.ts';
import { REFUSALS } from '@halyard/contract/refusals';
import { answerCollection, answerSingleton } from './answer-query.ts';
import type { View } from './answer-query.ts';
import { FilterUnfit } from './match-filter.ts';
import type { Snapshot } from './model.ts';
import { readRequest } from './read-request.ts';
import type { CmsRequest } from './read-request.ts';
import type { ReadTokens } from './read-tokens.ts';
import type { SubmitForm } from './submit-form.ts';

const BODY_BYTES_MAX = 65_536;

/** A site elsewhere may read what everybody may read; no cookie goes with it. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-max-age': '1000',
  'access-control-allow-headers':
    'X-Requested-With, Content-Type, Origin, Cache-Control, Pragma, Authorization, Accept, Accept-Encoding, Cockpit-Token',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-expose-headers': 'true',
} as const;

export type CmsRoutesDeps = {
  readonly tokens: ReadTokens;
  readonly snapshot: () => Promise<Snapshot>;
  readonly submitForm: SubmitForm;
};

type Answerer = (request: CmsRequest, view: View, call: RawCall) => Promise<RawAnswer> | RawAnswer;

export function cmsRoutes(deps: CmsRoutesDeps): readonly RawBinding[] {
  const bind = (path: `/api/${string}`, answer: Answerer): RawBinding => ({
    methods: ['GET', 'POST', 'OPTIONS'],
    path,
    bodyBytesMax: BODY_BYTES_MAX,
    handler: async (call) => withCors(await handle(deps, call, answer)),
  });
  return [
    bind('/api/collections/*', collections),
    bind('/api/singletons/*', singletons),
    bind('/api/forms/*', forms(deps.submitForm)),
  ];
}

async function handle(deps: CmsRoutesDeps, call: RawCall, answer: Answerer): Promise<RawAnswer> {
  if (call.method === 'OPTIONS') return empty(200);
  const request = readRequest(call);
  if (request === undefined) return json(400, { error: 'The request cannot be read' });
  const token = await deps.tokens.find(request.token);
  if (token === undefined) return json(401, { error: 'Unauthorized' });
  const view = { snapshot: await deps.snapshot(), seesDrafts: !token.isPublic };
  try {
    return await answer(request, view, call);
  } catch (error) {
    if (!(error instanceof FilterUnfit)) throw error;
    return json(406, { error: true, message: 'Oooops, something went wrong.' });
  }
}

const collections: Answerer = ({ segments, parameters }, view) => {
  const [action = '', name] = segments;
  if (action !== 'get' && action !== 'entries') return empty(404, 'application/json');
  if (name === undefined) return json(412, { error: 'Missing collection name' });
  const found = answerCollection(view, name, parameters);
  return found === undefined ? json(412, { error: 'Collection not found' }) : json(200, found);
};

const singletons: Answerer = ({ segments, parameters }, view) => {
  const [action = '', name = '', field] = segments;
  if (action !== 'get') return empty(404, 'application/json');
  const found = answerSingleton(view, name, parameters);
  if (found === undefined) return empty(404);
  if (field === undefined) return json(200, found);
  const value = Object.hasOwn(found, field) ? found[field] : null;
  return typeof value === 'string' ? plainText(value) : json(200, value ?? null);
};

const forms =
  (submitForm: SubmitForm): Answerer =>
  async ({ segments, parameters }, view, call) => {
    const [action = '', name = ''] = segments;
    if (action !== 'submit') return empty(404, 'application/json');
    const model = view.snapshot.forms.get(name);
    const { form } = parameters;
    const isEmpty = typeof form !== 'object' || form === null || Object.keys(form).length === 0;
    if (call.method !== 'POST' || model === undefined || isEmpty) return empty(404);
    const submitted = await submitForm(model, { form, ip: call.ip });
    if (submitted.kind === 'refused') return refusal(submitted.refusal, call.requestId);
    return json(200, { ...submitted.values, status: 'success' });
  };

/** Cockpit has none of these; its readers look at `error`, ours at the envelope. */
function refusal(refused: Refusal, requestId: string): RawAnswer {
  const envelope = toErrorEnvelope(refused, requestId);
  const answered = json(REFUSALS[refused.code].status, { error: envelope.message, ...envelope });
  const seconds = refused.facts?.['retryAfterSeconds'];
  if (seconds === undefined) return answered;
  return { ...answered, headers: { ...answered.headers, 'retry-after': String(seconds) } };
}

function json(status: number, value: unknown): RawAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  };
}

function plainText(body: string): RawAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

function empty(status: number, contentType = 'text/html; charset=utf-8'): RawAnswer {
  return { status, headers: { 'content-type': contentType }, body: '' };
}

function withCors(answered: RawAnswer): RawAnswer {
  return { ...answered, headers: { ...CORS, ...answered.headers } };
}
