// Reads the schemas and operations of the OpenAPI and AsyncAPI documents, from which the SDKs are
// generated.
import { createStreamDocument } from '@halyard/contract/v1/asyncapi';
import { createV1Document } from '@halyard/contract/v1/openapi';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** Whether the operation has an `Idempotency-Key` header. */
  readonly isIdempotent: boolean;
  readonly isRepeatable: boolean;
  readonly body: Schema | undefined;
  /** The schema of the reply, or what the reply is instead. */
  readonly reply: Schema | 'file' | 'nothing';
};

export type Documents = {
  readonly version: string;
  readonly schemas: readonly (readonly [name: string, schema: Schema])[];
  readonly operations: readonly Operation[];
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type RawOperation = {
  readonly operationId: string;
  readonly 'x-repeatable': boolean;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Document = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export function readDocuments(): Documents {
  const requests = createV1Document() as Document;
  const streams = createStreamDocument() as Pick<Document, 'components'>;
  const schemas = { ...requests.components.schemas, ...streams.components.schemas };
  return {
    version: requests.info.version,
    schemas: Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    operations: Object.entries(requests.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, raw]) => toOperation(path, method, raw)),
    ),
  };
}

function toOperation(path: string, method: string, raw: RawOperation): Operation {
  const { parameters, requestBody, responses } = raw;
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description,
    pathParameters: parameters.filter((one) => one.in === 'path'),
    queryParameters: parameters.filter((one) => one.in === 'query'),
    isIdempotent: parameters.some((one) => one.in === 'header'),
    isRepeatable: raw['x-repeatable'],
    body: requestBody?.content['application/json']?.schema,
    reply: toReply(responses),
  };
}

function toReply(responses: RawOperation['responses']): Operation['reply'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  if (success?.content === undefined) return 'nothing';
  return success.content['application/json']?.schema ?? 'file';
}

export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

/** Returns the alternatives of a schema: the members of its union, or its types. */
export function choicesOf(schema: Schema): readonly Schema[] | undefined {
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ type }));
  return schema.anyOf ?? schema.oneOf;
}
