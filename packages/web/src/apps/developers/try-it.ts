// Sends the requests of the reference with a practice key. The key stays in the memory of the page
// and is never stored. Keys of live accounts are rejected before anything is sent.
import './try-it.css';

type Field = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example: string;
};
type Described = {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
  /** The example of the request's body; absent for a request without one. */
  readonly body?: Readonly<Record<string, unknown>>;
};
type Form = {
  readonly described: Described;
  readonly inputs: ReadonlyMap<string, HTMLInputElement>;
  readonly body: HTMLTextAreaElement | undefined;
};

const PRACTICE_KEY = /^hk_practice_[\w-]{43}$/;
const JSON_TYPE = 'application/json';

let apiKey = '';
const keyInputs: HTMLInputElement[] = [];

/** Adds a form below an operation, which sends its request. */
export function addTryIt(place: HTMLElement): void {
  const described = JSON.parse(place.dataset['request'] ?? '{}') as Described;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Try it with a practice key';
  details.append(summary);
  // Creates the form when it is opened, because most readers open few.
  details.addEventListener('toggle', () => details.append(createForm(described)), { once: true });
  place.append(details);
}

function createForm(described: Described): HTMLFormElement {
  const form = document.createElement('form');
  const keyInput = createKeyInput();
  form.append(label('Practice key', keyInput));
  const inputs = new Map<string, HTMLInputElement>();
  for (const field of described.fields) {
    const input = createInput(field);
    inputs.set(field.name, input);
    form.append(label(field.required ? field.name : `${field.name} (optional)`, input));
  }
  const body = described.body === undefined ? undefined : createBody(described.body);
  if (body !== undefined) form.append(label('Body', body));
  const send = document.createElement('button');
  send.type = 'submit';
  send.textContent = `Send ${described.method}`;
  const output = document.createElement('div');
  output.className = 'answer';
  output.setAttribute('aria-live', 'polite');
  form.append(send, output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send.disabled = true;
    void answerTo({ described, inputs, body })
      .catch((error: unknown) => [String(error), ''] as const)
      .then(([line, text]) => show(output, line, text))
      .finally(() => (send.disabled = false));
  });
  return form;
}

/** Returns the status line and the body of the response, or why nothing was sent. */
async function answerTo(form: Form): Promise<readonly [string, string]> {
  if (!PRACTICE_KEY.test(apiKey)) {
    return ['Enter a practice key: it begins with hk_practice_. Live keys are not sent.', ''];
  }
  const account = form.inputs.get('account_id');
  if (account?.value === '') account.value = await findAccount();
  const missing = form.described.fields.find(
    ({ name, required }) => required && form.inputs.get(name)?.value.trim() === '',
  );
  if (missing !== undefined) return [`Enter ${missing.name}.`, ''];
  await fillPrice(form);
  const { method } = form.described;
  const sent = form.body?.value;
  const response = await fetch(toAddress(form), {
    method,
    headers: { ...toHeaders(form), ...(sent === undefined ? {} : { 'content-type': JSON_TYPE }) },
    ...(sent === undefined ? {} : { body: sent }),
  });
  renew(form);
  const id = response.headers.get('x-request-id') ?? '';
  const text = await response.text();
  return [`${response.status} · request ${id}`, toShown(text)];
}

async function findAccount(): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch('/api/v1/accounts', { headers });
  if (!response.ok) return '';
  const { data } = (await response.json()) as { readonly data: readonly { id: string }[] };
  return data[0]?.id ?? '';
}

/** Replaces the example's price by the current one, because an old price would be rejected. */
async function fillPrice({ described, body }: Form): Promise<void> {
  const example = described.body?.['requested_price'];
  if (body === undefined || typeof example !== 'string' || !body.value.includes(example)) return;
  const headers = { authorization: `Bearer ${apiKey}` };
  const symbol = /"symbol": "(\w+)"/.exec(body.value)?.[1] ?? '';
  const response = await fetch(`/api/v1/quotes?symbols=${symbol}`, { headers });
  if (!response.ok) return;
  const { data } = (await response.json()) as {
    readonly data: readonly { readonly ask: string; readonly bid: string }[];
  };
  const [quote] = data;
  if (quote === undefined) return;
  const price = body.value.includes('"side": "sell"') ? quote.bid : quote.ask;
  body.value = body.value.replace(example, price);
}

function toAddress({ described, inputs }: Form): string {
  const valueOf = (name: string): string =>
    encodeURIComponent(inputs.get(name)?.value.trim() ?? '');
  const path = described.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
  const query = described.fields
    .filter((field) => field.in === 'query' && valueOf(field.name) !== '')
    .map(({ name }) => `${name}=${valueOf(name)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function toHeaders({ described, inputs }: Form): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
  for (const { name, in: place } of described.fields) {
    if (place === 'header') headers[name] = inputs.get(name)?.value.trim() ?? '';
  }
  return headers;
}

/** Gives the next request a new idempotency key. */
function renew({ described, inputs, body }: Form): void {
  for (const { name, in: place } of described.fields) {
    const input = inputs.get(name);
    if (place === 'header' && input !== undefined) input.value = createId();
  }
  if (body === undefined) return;
  body.value = body.value.replace(/("client_order_id": ")[^"]*/, `$1${createId()}`);
}

/** `crypto.randomUUID` exists on secure origins only. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `try-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function toShown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function createKeyInput(): HTMLInputElement {
  const input = document.createElement('input');
  // Not `password`: browsers would offer to save it.
  input.className = 'key';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = 'hk_practice_…';
  input.value = apiKey;
  input.addEventListener('input', () => {
    apiKey = input.value.trim();
    for (const other of keyInputs) if (other !== input) other.value = apiKey;
  });
  keyInputs.push(input);
  return input;
}

function createInput({ name, in: place, required, example }: Field): HTMLInputElement {
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = name === 'account_id' ? 'that of the key' : example;
  const isId = place === 'path' && name.endsWith('_id');
  if (place === 'header') input.value = createId();
  else if (required && !isId) input.value = example;
  return input;
}

function createBody(example: Readonly<Record<string, unknown>>): HTMLTextAreaElement {
  const body = document.createElement('textarea');
  const own = 'client_order_id' in example ? { client_order_id: createId() } : {};
  body.value = JSON.stringify({ ...example, ...own }, null, 2);
  body.rows = Math.min(16, body.value.split('\n').length + 1);
  body.spellcheck = false;
  return body;
}

function label(text: string, control: HTMLElement): HTMLLabelElement {
  const element = document.createElement('label');
  const name = document.createElement('span');
  name.textContent = text;
  element.append(name, control);
  return element;
}

function show(output: HTMLElement, line: string, text: string): void {
  const status = document.createElement('p');
  status.textContent = line;
  output.replaceChildren(status);
  if (text === '') return;
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  code.textContent = text;
  pre.append(code);
  output.append(pre);
}
