// Pairs a declared operation with the function that answers it.
import type { ApiScope } from '@halyard/contract/api-keys';
import type { AccountKind } from '@halyard/contract/practice/practice';
import type {
  Operation,
  V1BodyOf,
  V1ParamsOf,
  V1QueryOf,
  V1ReplyOf,
} from '@halyard/contract/v1/operation';
import type { Answer } from '#platform/http/http.ts';

export type OperationCall<O extends Operation> = {
  readonly params: V1ParamsOf<O>;
  readonly query: V1QueryOf<O>;
  readonly body: V1BodyOf<O>;
  readonly customerId: number;
  /** The account of the customer that the key opens. */
  readonly environment: AccountKind;
  /** The key that the call was made with, and what it may do. */
  readonly keyId: number;
  readonly scopes: readonly ApiScope[];
  /** The idempotency key of the request, for an operation declared as idempotent. */
  readonly idempotencyKey: O['idempotent'] extends true ? string : undefined;
  readonly requestId: string;
};

export type FileReply = {
  /** The media type of the file, one of the operation's. */
  readonly mediaType: string;
  readonly name: string;
  readonly content: Buffer;
};

type GivenOf<O extends Operation> = O extends { readonly file: readonly string[] }
  ? FileReply
  : V1ReplyOf<O>;

export type OperationBinding<O extends Operation = Operation> = {
  readonly operation: O;
  readonly handler: (call: OperationCall<O>) => Promise<Answer<GivenOf<O>>>;
};

/**
 * Binds a handler. The cast is safe, because the operation's schemas validate what the handler is
 * declared with.
 */
export function bindOperation<const O extends Operation>(
  operation: O,
  handler: OperationBinding<O>['handler'],
): OperationBinding {
  return { operation, handler };
}
