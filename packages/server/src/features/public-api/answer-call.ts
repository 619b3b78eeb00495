// One request of the public API, from its key to its answer:
//
//   1  the network calls too often              → too-many   (before the body is read)
//   2  the key is unknown, expired or revoked   → api-key-invalid; of another network
//      → network-refused; of a blocked customer → blocked
//   3  the key calls too often                  → too-many
//   4  the key lacks the operation's scope      → scope-missing
//   5  the key is a practice key and only live accounts have the operation → live-key-required
//   6  the input does not fit the schemas       → malformed, media-type-unsupported, invalid
//   7  the account is not the key's             → not-found
//   8  the handler answers or rejects; a reply that does not fit its schema is a bug
//
// Whatever the handler records in the audit log names the address of the call.
import { assert } from '@halyard/core/assertion';
import { SECOND_MS } from '@halyard/core/time';
import { toAccountId } from '@halyard/contract/v1/atoms';
import type { Operation } from '@halyard/contract/v1/operation';
import * as z from 'zod/mini';
import type { ApiKeys } from '#features/api-keys/api-keys.ts';
import { withAuditOrigin } from '#platform/audit/audit.ts';
import type { Rate, RateLimiter, RawAnswer, RawCall } from '#platform/http/http.ts';
import type { FileReply, OperationBinding, OperationCall } from './binding.ts';
import { toProblemAnswer } from './problem-answer.ts';
import type { Headers } from './problem-answer.ts';
import { readCall } from './read-call.ts';
import { readKey } from './read-key.ts';

export type AnswerDeps = {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly keyRate: Rate;
  readonly keyLimiter: RateLimiter;
};

export async function answerCall(
  deps: AnswerDeps,
  binding: OperationBinding,
  call: RawCall,
): Promise<RawAnswer> {
  const { operation } = binding;
  const { ip, requestId } = call;
  const key = readKey(call.headers.authorization);
  const authenticated = await deps.apiKeys.authenticate({ key, ip });
  if (authenticated.kind === 'refused') return toProblemAnswer(authenticated.rejection, requestId);
  const { keyId, customerId, environment, scopes } = authenticated.holder;
  const waitMs = deps.keyLimiter.take(String(keyId));
  const headers = rateHeaders(deps, String(keyId));
  const refuse = (rejection: Parameters<typeof toProblemAnswer>[0]): RawAnswer =>
    toProblemAnswer(rejection, requestId, headers);
  if (waitMs > 0) {
    const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
    return refuse({ code: 'too-many', facts: { retryAfterSeconds } });
  }
  const { scope } = operation;
  if (!scopes.includes(scope)) return refuse({ code: 'scope-missing', facts: { scope } });
  if (operation.liveOnly === true && environment !== 'live') {
    return refuse({ code: 'live-key-required' });
  }
  const read = readCall(operation, call);
  if (read.kind === 'refused') return refuse(read.rejection);
  if (!isOwnAccount(read.parts.params, toAccountId(environment, customerId))) {
    return refuse({ code: 'not-found' });
  }
  // The cast is safe: the operation's own schemas have just validated the parts.
  const { holder } = authenticated;
  const given = { ...read.parts, ...holder, requestId } as OperationCall<Operation>;
  const answered = await withAuditOrigin({ ip }, async () => await binding.handler(given));
  if (answered.kind === 'refused') return refuse(answered.rejection);
  return toAnswer(operation, answered.data, headers);
}

/**
 * Returns whether the call concerns the key's own account. An operation without an account always
 * does.
 */
function isOwnAccount(params: unknown, accountId: string): boolean {
  if (typeof params !== 'object' || params === null || !('account_id' in params)) return true;
  return params.account_id === accountId;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders({ keyRate, keyLimiter }: AnswerDeps, key: string): Headers {
  const { perSecond, burst } = keyRate;
  const left = keyLimiter.left(key);
  return {
    'ratelimit-policy': `"key";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"key";r=${left};t=${Math.ceil((burst - left) / perSecond)}`,
  };
}

function toAnswer(operation: Operation, data: unknown, headers: Headers): RawAnswer {
  const { status, reply, file } = operation;
  if (file !== undefined) {
    // The cast is safe: `bindOperation` ensures that the handler of such an operation returns a
    // file.
    const { mediaType, name, content } = data as FileReply;
    assert(
      file.some((type) => mediaType.startsWith(type)),
      'a file has a declared type',
    );
    const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"`;
    const ofFile = { 'content-type': mediaType, 'content-disposition': disposition };
    return { status, headers: { ...headers, ...ofFile }, body: content };
  }
  if (reply === undefined) return { status, headers };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(z.parse(reply, data)),
  };
}
