// The reference of the site, from the OpenAPI and AsyncAPI documents.
import { createStreamDocument } from '@halyard/contract/v1/asyncapi';
import { createV1Document } from '@halyard/contract/v1/openapi';
import { codesOf, statusOf, TAGS, V1_ROOT } from '@halyard/contract/v1/operation';
import type { Operation } from '@halyard/contract/v1/operation';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { REJECTIONS } from '@halyard/contract/rejections';
import type { RejectionCode } from '@halyard/contract/rejections';
import { codeBlock } from './code-block.ts';
import { escapeHtml, inline, table } from './html.ts';
import { exampleOf, renderSamples } from './render-samples.ts';
import { renderSchema, renderSchemas, toJson, typeOf, variantsOf } from './render-schema.ts';
import type { Json } from './render-schema.ts';
import { SITE_ROOT } from './site-pages.ts';

export function renderReference(): string {
  const document = createV1Document();
  const operations = Object.keys(TAGS).map((tag) => {
    const all = OPERATIONS.filter((one) => one.tag === tag);
    const heading = tag[0]?.toUpperCase() + tag.slice(1);
    return `<h2 id="${tag}">${heading}</h2>${all.map((one) => renderOperation(one, document)).join('')}`;
  });
  const schemas = renderSchemas(toJson(toJson(document['components'])['schemas']));
  return `${operations.join('')}<h2 id="objects">Objects</h2>${schemas}`;
}

function renderOperation(operation: Operation, document: Json): string {
  const { id, method, path, status } = operation;
  const found = toJson(toJson(toJson(document['paths'])[path])[method.toLowerCase()]);
  const { summary, description, parameters, requestBody, responses } = found;
  const body = toJson(toJson(toJson(requestBody)['content'])['application/json']);
  const reply = toJson(
    toJson(toJson(toJson(responses)[String(status)])['content'])['application/json'],
  );
  const all = (parameters ?? []) as readonly Json[];
  const schemas = toJson(toJson(document['components'])['schemas']);
  const example = toRequired(body, schemas);
  return [
    `<h3 id="${id}">${escapeHtml(String(summary))}</h3>`,
    `<p class="call"><b class="${method}">${method}</b> <code>${V1_ROOT}${path}</code></p>`,
    `<p>${inline(String(description))}</p>`,
    renderParameters(all),
    ...(body['schema'] === undefined ? [] : [renderBody(toJson(body['schema']), schemas)]),
    '<h4>Request</h4>',
    renderSamples({ operation, parameters: all, body: example }),
    `<h4>Answer ${status}</h4>`,
    reply['schema'] === undefined ? `<p>${describeReply(operation)}</p>` : renderMedia(reply),
    '<h4>Errors</h4>',
    `<p>${codesOf(operation).map(toCodeLink).join(', ')}</p>`,
    ...(operation.liveOnly === true ? [] : [renderTryIt(operation, all, example)]),
  ].join('');
}

/** Returns the example of a body with its required fields only; whole, if none is required. */
function toRequired({ schema, example }: Json, schemas: Json): unknown {
  const required = requiredOf(toJson(schema), schemas);
  if (required.length === 0) return example;
  return Object.fromEntries(
    Object.entries(toJson(example)).filter(([name]) => required.includes(name)),
  );
}

/** Returns the fields of a body, of each of its variants. */
function renderBody(schema: Json, schemas: Json): string {
  const variants = variantsOf(resolve(schema, schemas));
  if (variants.length === 0) return `<h4>Body</h4>${renderSchema(resolve(schema, schemas))}`;
  return variants
    .map((one) => `<h4>Body: ${typeOf(one)}</h4>${renderSchema(resolve(one, schemas))}`)
    .join('');
}

/** Returns the required fields of the first variant, because the example shows that variant. */
function requiredOf(schema: Json, schemas: Json): readonly string[] {
  const found = resolve(schema, schemas);
  const [first] = variantsOf(found);
  if (first !== undefined) return requiredOf(first, schemas);
  return (found['required'] ?? []) as readonly string[];
}

function resolve(schema: Json, schemas: Json): Json {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  return toJson(schemas[reference.slice(reference.lastIndexOf('/') + 1)]);
}

/** Describes the request to the script of the page, which makes a form of it. */
function renderTryIt(
  { method, path }: Operation,
  parameters: readonly Json[],
  body: unknown,
): string {
  const fields = parameters.map((one) => ({
    name: one['name'],
    in: one['in'],
    required: one['required'] === true,
    example: exampleOf(one),
  }));
  const request = { method, path: `${V1_ROOT}${path}`, fields, body };
  return `<div class="try" data-request="${escapeHtml(JSON.stringify(request))}"></div>`;
}

function describeReply({ file }: Operation): string {
  return file === undefined ? 'No content.' : `A file: ${file.join(' or ')}.`;
}

function renderParameters(parameters: readonly Json[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((one) => [
    `<code>${escapeHtml(String(one['name']))}</code>${one['required'] === true ? '' : ' <span class="hint">optional</span>'}`,
    `${escapeHtml(String(one['in']))}`,
    `${inline(String(one['description']))} <span class="hint">${typeOf(toJson(one['schema']))}</span>`,
  ]);
  return `<h4>Parameters</h4>${table(['Name', 'In', 'Description'], rows)}`;
}

function renderMedia({ schema, example }: Json): string {
  return `<p>${typeOf(toJson(schema))}</p>${codeBlock(JSON.stringify(example, null, 2), 'json')}`;
}

function toCodeLink(code: RejectionCode): string {
  return `<a href="${SITE_ROOT}/errors#${code}"><code>${code}</code></a>`;
}

/** Returns a table of every code that an operation can return. */
export function renderCodes(): string {
  const codes = new Set(OPERATIONS.flatMap(codesOf));
  const rows = [...codes]
    .toSorted((one, other) => {
      const byStatus = statusOf(one) - statusOf(other);
      return byStatus === 0 ? one.localeCompare(other) : byStatus;
    })
    .map((code) => {
      const { text, retryable } = REJECTIONS[code];
      const operations = OPERATIONS.filter((one) => codesOf(one).includes(code));
      const where =
        operations.length === OPERATIONS.length
          ? 'All operations'
          : operations
              .map(({ id, summary }) => `<a href="${SITE_ROOT}/reference#${id}">${summary}</a>`)
              .join(', ');
      const retry = retryable ? retryOf(code) : 'Change the request.';
      return [
        `<code id="${code}">${code}</code>`,
        String(statusOf(code)),
        `${escapeHtml(text)}<br><span class="hint">${retry}</span>`,
        where,
      ];
    });
  return table(['Code', 'Status', 'Meaning', 'Operations'], rows);
}

/**
 * Returns how to retry after an error. The id of an order or an idempotent request always returns
 * its first answer, unless that was a 429 or 503, which leaves the outcome open.
 */
function retryOf(code: RejectionCode): string {
  return [429, 503].includes(statusOf(code))
    ? 'Wait, then send the same request again, with the same id.'
    : 'Wait, then send the request again, with a new id.';
}

/** Returns every message of the stream, and the objects in them. */
export function renderMessages(): string {
  const { components, operations } = createStreamDocument();
  const { messages, schemas } = toJson(components);
  const named = toJson(schemas);
  const sections = Object.values(toJson(operations)).map((value) => {
    const { action, summary, messages: listed } = toJson(value);
    const all = (listed as readonly Json[]).map(({ $ref }) => {
      const name = String($ref).slice(String($ref).lastIndexOf('/') + 1);
      const { summary: about, examples } = toJson(toJson(messages)[name]);
      const example = toJson((examples as readonly unknown[])[0])['payload'];
      return [
        `<h3 id="message-${name}">${name}</h3><p>${inline(String(about))}</p>`,
        renderSchema(toJson(named[name])),
        codeBlock(JSON.stringify(example, null, 2), 'json'),
      ].join('');
    });
    return `<h2 id="${String(action)}">${escapeHtml(String(summary))}</h2>${all.join('')}`;
  });
  return `${sections.join('')}<h2 id="objects">Objects</h2>${renderSchemas(named)}`;
}
