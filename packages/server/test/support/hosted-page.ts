// A customer's browser on a provider's hosted page: it follows steps and redirects, sends forms,
// and stops where the provider sends it back.
import type { PaymentStep } from '@halyard/contract/providers';

type Page = { readonly url: string; readonly html: string };
type Form = { readonly action: string; readonly fields: Record<string, string> };

/** The card is typed without spaces; the month matters to some providers. */
export type TypedCard = { readonly number: string; readonly month?: string };

const HOPS_MAX = 5;

/** Pays with a card; gives the address to which the browser was sent back. */
export async function payOnPage(step: PaymentStep, card: TypedCard): Promise<string> {
  const opened = await open(step);
  const form = formOf(opened.html, opened.url);
  const fields = {
    number: card.number,
    month: card.month ?? '12',
    year: '30',
    code: '123',
    do: 'pay',
  };
  return await comeBack(await follow(form.action, fields));
}

/** As `payOnPage`, but the customer presses another button. */
export async function cancelOnPage(step: PaymentStep): Promise<string> {
  const opened = await open(step);
  return await comeBack(await follow(formOf(opened.html, opened.url).action, { do: 'cancel' }));
}

async function open(step: PaymentStep): Promise<Page> {
  const first =
    step.type === 'redirect' ? await follow(step.url) : await follow(step.action, step.fields);
  if (typeof first === 'string') throw new Error(`the page sent the customer back to ${first}`);
  return first;
}

/** Confirms at the bank if it asks, and sends the form that brings a result back. */
async function comeBack(page: Page | string): Promise<string> {
  if (typeof page === 'string') return page;
  if (page.html.includes('Your bank asks')) {
    const { action } = formOf(page.html, page.url);
    return await comeBack(await follow(action, { do: 'confirm' }));
  }
  if (!page.html.includes('<form')) return /href="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const { action, fields } = formOf(page.html, page.url);
  const back = await follow(action, fields);
  return typeof back === 'string' ? back : back.url;
}

/** A page, or the address outside the provider to which it leads. */
async function follow(
  url: string,
  form?: Readonly<Record<string, string>>,
): Promise<Page | string> {
  let address = url;
  let body = form === undefined ? undefined : new URLSearchParams(form);
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const location = response.headers.get('location');
    if (location === null) return { url: address, html: await response.text() };
    address = new URL(location, address).href;
    body = undefined;
    if (new URL(address).searchParams.has('payment')) return address;
  }
  throw new Error('too many redirects');
}

function formOf(html: string, url: string): Form {
  const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`there is no form: ${html.slice(-300)}`);
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name ?? '', value ?? '']));
  return { action: new URL(action, url).href, fields };
}
