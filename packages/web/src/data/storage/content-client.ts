// The browser's calls of Cockpit v1. They have no envelope, and replies are validated before use.
import {
  ContentPages,
  FooterContent,
  FormProblems,
  FormReceipt,
  SiteContent,
  type ContentPage,
} from '@halyard/contract/content';
import type { CallFailure } from '../http/call.ts';

const TIMEOUT_MS = 15_000;
/** The maximum size of a document, with a margin. */
const ANSWER_CHARACTERS_MAX = 1_048_576;
const POPULATE_LINKS = 1;
const LANGUAGE_DEFAULT = 'en';
const NOT_FOUND = 404;

export type ContentEnvironment = {
  readonly fetch: typeof fetch;
  readonly token: string;
  readonly language: string;
  readonly signal?: AbortSignal;
};

export type Found<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | { readonly kind: 'missing' }
  | CallFailure;

export type FormAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'unfit'; readonly errors: Readonly<Record<string, string>> }
  | CallFailure;

type Answer = { readonly kind: 'answer'; readonly status: number; readonly body: unknown };

/** Returns the published page with a slug, its own or the language's. */
export async function fetchPage(
  environment: ContentEnvironment,
  slug: string,
): Promise<Found<ContentPage>> {
  const { language } = environment;
  const found = await askPage(environment, { published: true, title_slug: slug });
  if (found.kind !== 'missing' || language === LANGUAGE_DEFAULT) return found;
  return await askPage(environment, { published: true, [`title_${language}_slug`]: slug });
}

async function askPage(
  environment: ContentEnvironment,
  filter: Readonly<Record<string, unknown>>,
): Promise<Found<ContentPage>> {
  const { language: lang } = environment;
  const answer = await exchange(environment, '/api/collections/get/pages', {
    body: { filter, populate: POPULATE_LINKS, simple: 1, lang },
  });
  if (answer.kind === 'failure') return answer;
  const pages = ContentPages.safeParse(answer.body);
  if (answer.status !== 200 || !pages.success) return { kind: 'failure', reason: 'malformed' };
  const [page] = pages.data;
  return page === undefined ? { kind: 'missing' } : { kind: 'found', value: page };
}

const SINGLETONS = { footer: FooterContent, settings: SiteContent } as const;
export type Singletons = {
  readonly footer: FooterContent;
  readonly settings: SiteContent;
};

export async function fetchSingleton<Name extends keyof Singletons>(
  environment: ContentEnvironment,
  name: Name,
): Promise<Found<Singletons[Name]>> {
  const path = `/api/singletons/get/${name}`;
  const answer = await exchange(environment, path, { query: { lang: environment.language } });
  if (answer.kind === 'failure') return answer;
  if (answer.status === NOT_FOUND) return { kind: 'missing' };
  const parsed = SINGLETONS[name].safeParse(answer.body);
  if (!parsed.success) return { kind: 'failure', reason: 'malformed' };
  // The cast is safe, because the schema belongs to this name; the compiler can't derive that.
  return { kind: 'found', value: parsed.data as Singletons[Name] };
}

export async function sendForm(
  environment: ContentEnvironment,
  name: string,
  form: Readonly<Record<string, string>>,
): Promise<FormAnswer> {
  const path = `/api/forms/submit/${encodeURIComponent(name)}`;
  const answer = await exchange(environment, path, { body: { form } });
  if (answer.kind === 'failure') return answer;
  if (answer.status === 200 && FormReceipt.safeParse(answer.body).success) return { kind: 'taken' };
  const problems = FormProblems.safeParse(answer.body);
  if (problems.success) return { kind: 'unfit', errors: problems.data.errors };
  return { kind: 'failure', reason: 'malformed' };
}

type Request = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

async function exchange(
  { fetch: send, token, signal }: ContentEnvironment,
  path: string,
  { query, body }: Request,
): Promise<Answer | CallFailure> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await send(`${path}?${new URLSearchParams({ token, ...query })}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (text.length > ANSWER_CHARACTERS_MAX) return { kind: 'failure', reason: 'malformed' };
    // Cockpit reports a missing document by an empty body.
    return {
      kind: 'answer',
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'failure', reason: 'aborted' };
    if (timeout.aborted) return { kind: 'failure', reason: 'timeout' };
    return { kind: 'failure', reason: error instanceof SyntaxError ? 'malformed' : 'network' };
  }
}
