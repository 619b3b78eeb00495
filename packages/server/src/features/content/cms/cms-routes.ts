// The calls of Cockpit v1, with Cockpit's statuses and bodies. Differences: malformed JSON is
// rejected, a form's reply says whether it succeeded, a text field is returned as plain text, and
// the public token reads only published content.
import type { Rejection } from '@halyard/contract/rejections';
import { toErrorEnvelope } from '#platform/http/http.ts';
import type { RawAnswer, RawBinding, RawCall } from '#platform/http/http.ts';
import { REJECTIONS } from '@halyard/contract/rejections';
import type { AnswerContent } from './answer-content.ts';
import type { ContentAnswer, ContentQuestion } from './answer-content-task.ts';
import { readRequest } from './read-request.ts';
import type { CmsRequest } from './read-request.ts';
import type { ReadTokens } from './read-tokens.ts';
import type { ShownContent } from './shown.ts';
import type { SubmitForm } from './submit-form.ts';

const BODY_BYTES_MAX = 65_536;
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The CORS headers: other sites can read public content, and no cookie is sent with it. */
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
  readonly shown: () => Promise<ShownContent>;
  readonly answerContent: AnswerContent;
  readonly submitForm: SubmitForm;
};

type Asked = { readonly shown: ShownContent; readonly seesDrafts: boolean; readonly call: RawCall };
type Answerer = (request: CmsRequest, asked: Asked) => Promise<RawAnswer> | RawAnswer;

export function cmsRoutes(deps: CmsRoutesDeps): readonly RawBinding[] {
  const bind = (path: `/api/${string}`, answer: Answerer): RawBinding => ({
    methods: ['GET', 'POST', 'OPTIONS'],
    path,
    bodyBytesMax: BODY_BYTES_MAX,
    handler: async (call) => withCors(await handle(deps, call, answer)),
  });
  return [
    bind('/api/collections/*', collections(deps.answerContent)),
    bind('/api/singletons/*', singletons(deps.answerContent)),
    bind('/api/forms/*', forms(deps.submitForm)),
  ];
}

async function handle(deps: CmsRoutesDeps, call: RawCall, answer: Answerer): Promise<RawAnswer> {
  if (call.method === 'OPTIONS') return empty(200);
  const request = readRequest(call);
  if (request === undefined) return json(400, { error: 'The request cannot be read' });
  const token = await deps.tokens.find(request.token);
  if (token === undefined) return json(401, { error: 'Unauthorized' });
  return await answer(request, { shown: await deps.shown(), seesDrafts: !token.isPublic, call });
}

const collections =
  (answerContent: AnswerContent): Answerer =>
  async ({ segments, parameters }, { shown, seesDrafts }) => {
    const [action = '', name] = segments;
    if (action !== 'get' && action !== 'entries') return empty(404, 'application/json');
    if (name === undefined) return json(412, { error: 'Missing collection name' });
    const query = queryOf(parameters);
    const question = { kind: 'collection', name, field: undefined, query, seesDrafts } as const;
    const answer = await answerContent(shown.content, question);
    if (answer.kind === 'missing') return json(412, { error: 'Collection not found' });
    return toRawAnswer(answer);
  };

const singletons =
  (answerContent: AnswerContent): Answerer =>
  async ({ segments, parameters }, { shown, seesDrafts }) => {
    const [action = '', name = '', field] = segments;
    if (action !== 'get') return empty(404, 'application/json');
    const query = queryOf(parameters);
    const question = { kind: 'singleton', name, field, query, seesDrafts } as const;
    const answer = await answerContent(shown.content, question);
    return answer.kind === 'missing' ? empty(404) : toRawAnswer(answer);
  };

/** Returns the query without the token, on which no reply depends. */
function queryOf(parameters: CmsRequest['parameters']): ContentQuestion['query'] {
  const names = ['filter', 'fields', 'limit', 'skip', 'sort', 'populate', 'simple', 'lang'];
  const known = [...names, 'ignoreDefaultFallback'].filter((name) => name in parameters);
  return Object.fromEntries(known.map((name) => [name, parameters[name]]));
}

function toRawAnswer(answer: ContentAnswer): RawAnswer {
  if (!('body' in answer)) {
    return json(406, { error: true, message: 'Oooops, something went wrong.' });
  }
  const contentType = answer.kind === 'text' ? TEXT_TYPE : 'application/json';
  return { status: 200, headers: { 'content-type': contentType }, body: answer.body };
}

const forms =
  (submitForm: SubmitForm): Answerer =>
  async ({ segments, parameters }, { shown, call }) => {
    const [action = '', name = ''] = segments;
    if (action !== 'submit') return empty(404, 'application/json');
    const model = shown.forms.get(name);
    const { form } = parameters;
    const isEmpty = typeof form !== 'object' || form === null || Object.keys(form).length === 0;
    if (call.method !== 'POST' || model === undefined || isEmpty) return empty(404);
    const submitted = await submitForm(model, { form, ip: call.ip });
    if (submitted.kind === 'refused') return rejection(submitted.rejection, call.requestId);
    return json(200, { ...submitted.values, status: 'success' });
  };

/** Formats a rejection that Cockpit does not have. Its clients read `error`, ours the envelope. */
function rejection(refused: Rejection, requestId: string): RawAnswer {
  const envelope = toErrorEnvelope(refused, requestId);
  const answered = json(REJECTIONS[refused.code].status, { error: envelope.message, ...envelope });
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

function empty(status: number, contentType = 'text/html; charset=utf-8'): RawAnswer {
  return { status, headers: { 'content-type': contentType }, body: '' };
}

function withCors(answered: RawAnswer): RawAnswer {
  return { ...answered, headers: { ...CORS, ...answered.headers } };
}
