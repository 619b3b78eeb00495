// The reference of the site, from the OpenAPI and AsyncAPI documents.
import { createStreamDocument } from '@halyard/contract/v1/asyncapi';
import { createV1Document } from '@halyard/contract/v1/openapi';
import { codesOf, statusOf, TAGS, V1_ROOT } from '@halyard/contract/v1/operation';
import type { Operation } from '@halyard/contract/v1/operation';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { REJECTIONS } from '@halyard/contract/rejections';
import type { RejectionCode } from '@halyard/contract/rejections';
import { codeBlock, escapeHtml, inline, table } from './html.ts';
import { renderSchema, renderSchemas, toJson, typeOf } from './render-schema.ts';
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
  return [
    `<h3 id="${id}">${escapeHtml(String(summary))}</h3>`,
    `<p class="call"><b class="${method}">${method}</b> <code>${V1_ROOT}${path}</code></p>`,
    `<p>${inline(String(description))}</p>`,
    renderParameters((parameters ?? []) as readonly Json[]),
    ...(body['schema'] === undefined ? [] : ['<h4>Body</h4>', renderMedia(body)]),
    `<h4>Answer ${status}</h4>`,
    reply['schema'] === undefined ? `<p>${describeReply(operation)}</p>` : renderMedia(reply),
    '<h4>Errors</h4>',
    `<p>${codesOf(operation).map(toCodeLink).join(', ')}</p>`,
  ].join('');
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
  return `<p>${typeOf(toJson(schema))}</p>${codeBlock(JSON.stringify(example, null, 2))}`;
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
      const retry = retryable ? 'Wait, then send the same request again.' : 'Change the request.';
      return [
        `<code id="${code}">${code}</code>`,
        String(statusOf(code)),
        `${escapeHtml(text)}<br><span class="hint">${retry}</span>`,
        where,
      ];
    });
  return table(['Code', 'Status', 'Meaning', 'Operations'], rows);
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
        codeBlock(JSON.stringify(example, null, 2)),
      ].join('');
    });
    return `<h2 id="${String(action)}">${escapeHtml(String(summary))}</h2>${all.join('')}`;
  });
  return `${sections.join('')}<h2 id="objects">Objects</h2>${renderSchemas(named)}`;
}
