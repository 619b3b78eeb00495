import { expect, it } from 'vitest';
import { fetchPage, fetchSingleton, sendForm } from './content-client.ts';

type Sent = { readonly path: string; readonly body: unknown };

/** Returns a client that answers one call after the other, and records what was sent. */
function answering(...answers: readonly [status: number, body: string][]) {
  const sent: Sent[] = [];
  const send = async (path: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const [status, body] = answers[sent.length] ?? [500, ''];
    sent.push({
      path: typeof path === 'string' ? path : '',
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return new Response(body, { status });
  };
  return { sent, environment: { fetch: send, token: 'a token', language: 'de' } };
}

const ABOUT = { title: 'Über uns', title_slug: 'ueber-uns', description: null, components: [] };

it('asks for a page as Cockpit is asked [c-cms-collection] [c-cms-collection-options]', async () => {
  const { sent, environment } = answering([200, JSON.stringify([ABOUT])]);
  const found = await fetchPage(environment, 'about');
  expect(found).toEqual({ kind: 'found', value: { ...ABOUT, description: '' } });
  expect(sent).toEqual([
    {
      path: '/api/collections/get/pages?token=a+token',
      body: {
        filter: { published: true, title_slug: 'about' },
        populate: 1,
        simple: 1,
        lang: 'de',
      },
    },
  ]);
});

it('looks for the slug of the language where the page has no such slug', async () => {
  const { sent, environment } = answering([200, '[]'], [200, JSON.stringify([ABOUT])]);
  expect((await fetchPage(environment, 'ueber-uns')).kind).toBe('found');
  expect(sent[1]?.body).toMatchObject({
    filter: { published: true, title_de_slug: 'ueber-uns' },
  });
  const none = answering([200, '[]'], [200, '[]']);
  expect(await fetchPage(none.environment, 'nothing')).toEqual({ kind: 'missing' });
});

it.each([
  [401, '{"error":"Unauthorized"}'],
  [200, '{"entries":[]}'],
  [200, '[{"title":1}]'],
  [502, '<html>'],
  [200, `"${'x'.repeat(1_100_000)}"`],
])('treats %i %.20s as a failed request', async (status, body) => {
  const { environment } = answering([status, body]);
  expect(await fetchPage(environment, 'about')).toEqual({ kind: 'failure', reason: 'malformed' });
});

it('reads a singleton, and treats a field of another type as empty', async () => {
  const footer = {
    payment_icons: ['visa'],
    about: 'no list',
    legal: [{ title: 'Terms', url: '/' }],
  };
  const { sent, environment } = answering([200, JSON.stringify(footer)], [404, '']);
  expect(await fetchSingleton(environment, 'footer')).toEqual({
    kind: 'found',
    value: { ...footer, about: [], risk_warning: '', imprint: '' },
  });
  expect(sent[0]?.path).toBe('/api/singletons/get/footer?token=a+token&lang=de');
  expect(await fetchSingleton(environment, 'footer')).toEqual({ kind: 'missing' });
});

it('sends a form and says how it went [c-cms-form]', async () => {
  const { sent, environment } = answering(
    [200, '{"name":"Ada","status":"success"}'],
    [422, '{"error":"Invalid","errors":{"email":"Invalid email address"}}'],
    [429, '{"error":"Too many"}'],
    [200, '{"error":"the mailer failed","data":{}}'],
    [404, ''],
  );
  const send = () => sendForm(environment, 'contact', { name: 'Ada' });
  expect(await send()).toEqual({ kind: 'taken' });
  expect(sent[0]).toEqual({
    path: '/api/forms/submit/contact?token=a+token',
    body: { form: { name: 'Ada' } },
  });
  expect(await send()).toEqual({
    kind: 'unfit',
    errors: { email: 'Invalid email address' },
  });
  for (const _ of ['too many', 'the mailer', 'no such form']) {
    expect(await send()).toEqual({ kind: 'failure', reason: 'malformed' });
  }
});
