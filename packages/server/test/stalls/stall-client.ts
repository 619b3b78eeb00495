// A thread that sends requests, so that what it takes to make them is not the program's.
import { parentPort } from 'node:worker_threads';
import { assertPresent } from '@halyard/core/assertion';
import type { MadeAttack } from './attacks.ts';
import { FILES } from './large-input.ts';

export type ToClient = {
  readonly url: string;
  readonly attack: MadeAttack;
  readonly headers: Readonly<Record<string, string>>;
};

const port = assertPresent(parentPort ?? undefined, 'a worker thread');

port.on('message', (asked: ToClient) => {
  void send(asked).then((status) => port.postMessage(status));
});

/** The status; 0 when the program closed the connection. */
async function send({ url, attack, headers }: ToClient): Promise<number> {
  try {
    const { method } = attack;
    const response = await fetch(`${url}${attack.path}`, {
      method,
      headers: { ...headers, ...contentTypeOf(attack) },
      redirect: 'manual',
      ...(attack.body === undefined ? {} : { body: toBody(attack) }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function contentTypeOf({ body }: MadeAttack): Readonly<Record<string, string>> {
  return body !== undefined && 'json' in body ? { 'content-type': 'application/json' } : {};
}

function toBody({ body, upload }: MadeAttack): string | FormData {
  if (body === undefined) return '';
  if ('json' in body) return body.json;
  const form = new FormData();
  for (const [name, value] of Object.entries(upload?.fields ?? {})) form.append(name, value);
  const [name = ''] = body.file.split(' ');
  const content = FILES[body.file]?.(body.bytes) ?? Buffer.alloc(0);
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
  form.append(upload?.field ?? 'file', new File([new Uint8Array(content)], name, { type }));
  return form;
}
