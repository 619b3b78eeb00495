// Calls to payment providers: limited in time and size, without redirects, and without any request
// or reply data in errors.
import { assert } from '@halyard/core/assertion';
import { isLoopbackHost } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import { readReply } from '#platform/reply/reply.ts';
import type { ProviderCall, ProviderReply } from './provider.ts';

export type CallProvider = (call: ProviderCall, signal?: AbortSignal) => Promise<ProviderReply>;

const TIMEOUT_MS = 15_000;
const BODY_BYTES_MAX = 1_000_000;
/**
 * The error codes after which the request has certainly not left this machine, or was not accepted.
 */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

/** Thrown when the provider has certainly not received the request. */
export class NotSent extends Outage {}

/** Calls a provider. Throws an Outage; NotSent if the call had no effect. */
export async function callProvider(
  call: ProviderCall,
  signal: AbortSignal = new AbortController().signal,
): Promise<ProviderReply> {
  const url = new URL(call.url);
  assert(
    url.protocol === 'https:' || isLoopbackHost(url.hostname),
    'a provider is called over TLS',
  );
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      // Redirects are errors, because one would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return {
      status: response.status,
      body: (await readReply(response, BODY_BYTES_MAX)).toString(),
    };
  } catch (error) {
    // Only the code of the failure is passed on, because its text can contain the address.
    const code = codeOf(error);
    const text = `A payment provider does not answer (${code}).`;
    throw NOT_SENT.has(code) ? new NotSent('provider', text) : new Outage('provider', text);
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  if (typeof cause !== 'object' || cause === null) return 'unknown';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
