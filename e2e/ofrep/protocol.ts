import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceResponse } from '@burgee/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

const FILE = join(import.meta.dirname, 'fixtures', 'openapi.yaml');
const SINGLE = '/ofrep/v1/evaluate/flags/{key}';
const BULK = '/ofrep/v1/evaluate/flags';

interface Document {
  components: { schemas: Record<string, { allOf?: object[] }> };
}

/**
 * The protocol's own OpenAPI document, corrected in two places by its ADR 0006. Every answer with a value also fits
 * `codeDefaultFlag`, so it matches more than one schema. And the list lacks DEFAULT, OpenFeature's reason for a flag at
 * 0 percent, although the example of that ADR has it.
 */
function readDocument(): Document {
  const document = parse(readFileSync(FILE, 'utf8')) as Document;
  const [fields, value] = document.components.schemas.evaluationSuccess!.allOf as [
    { properties: { reason: { enum: string[] } } },
    { oneOf?: object[]; anyOf?: object[] },
  ];
  fields.properties.reason.enum.push('DEFAULT');
  value.anyOf = value.oneOf!;
  delete value.oneOf;
  return document;
}

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  allErrors: true,
  formats: { uri: true, float: true, 'date-time': true },
});
ajv.addSchema(readDocument(), 'ofrep');

const pointer = (...parts: string[]) =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function faultOf(value: unknown, ...parts: string[]): string | undefined {
  const validate = ajv.compile({ $ref: `ofrep#/${pointer(...parts)}` });
  return validate(value)
    ? undefined
    : `${parts.join(' ')}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
}

/** Returns the violations of the protocol's document in an answer, if any. */
export function faultOfAnswer(kind: 'single' | 'bulk', { status, headers, body }: ServiceResponse): string | undefined {
  const path = ['paths', kind === 'single' ? SINGLE : BULK, 'post', 'responses', String(status)];
  if (status === 304 || status === 401 || status === 403) return undefined;
  if (!String(headers['content-type']).startsWith('application/json')) return `${status} as ${headers['content-type']}`;
  return faultOf(body, ...path, 'content', 'application/json', 'schema');
}

/** The same for a part of an answer or request, by the name of its schema. */
export const faultOfSchema = (name: string, value: unknown): string | undefined =>
  faultOf(value, 'components', 'schemas', name);
