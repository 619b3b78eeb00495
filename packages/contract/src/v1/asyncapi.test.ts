import { schemas } from '@asyncapi/specs';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createStreamDocument } from './asyncapi.ts';
import { ServerFrame } from './stream.ts';

/** The published AsyncAPI schema, which contains the meta schema of JSON Schema. */
const published: object = schemas['3.0.0'];
const ajv = new Ajv({ strict: false, allErrors: true, logger: false, meta: false });
ajvFormats.default(ajv);
const validate = ajv.compile(published);

/** Returns the differences between the document and the published schema of AsyncAPI 3.0. */
function listProblems(document: object): string[] {
  return validate(document) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

describe('the AsyncAPI document', () => {
  const document = createStreamDocument();

  it('fits the published schema of AsyncAPI 3', () => {
    expect(listProblems(document)).toEqual([]);
    expect(listProblems({ ...document, channels: { stream: { adress: '/' } } })).not.toEqual([]);
    expect(listProblems({ ...document, info: {} })).not.toEqual([]);
  });

  it('refers to nothing that is missing', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, path = ''] of references) {
      const found = path
        .split('/')
        .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], document);
      expect([path, typeof found]).toEqual([path, 'object']);
    }
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('has examples that fit their payloads', () => {
    const { messages } = document['components'] as {
      readonly messages: Record<
        string,
        { payload: object; examples: readonly { payload: unknown }[] }
      >;
    };
    const { components } = document as { readonly components: object };
    for (const [name, { payload, examples }] of Object.entries(messages)) {
      const fits = new Ajv({ strict: false, logger: false }).compile({ ...payload, components });
      for (const { payload: example } of examples) {
        expect([name, fits(example), fits.errors]).toEqual([name, true, null]);
        if (name.endsWith('Frame')) expect(() => z.parse(ServerFrame, example)).not.toThrow();
      }
    }
  });
});
