import type { ServiceResponse } from '@burgee/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApi, Operation } from './open-api.js';

const FORMATS = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  email: true,
  password: true,
} as const;

/** Part of a JSON pointer in a fragment (RFC 6901). */
const escapePart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Whether answers fit what the document says of them. */
export class AnswerSchemas {
  private readonly ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats: FORMATS });

  constructor(api: OpenApi) {
    this.ajv.addSchema(api.document as object, 'openapi');
  }

  /** What is undocumented about an answer, or nothing. */
  faultOf(
    operation: Operation,
    { status, headers, text }: Pick<ServiceResponse, 'status' | 'headers' | 'text'>,
  ): string | undefined {
    const said = `${operation.operationId} answered ${status} ${text}`;
    const response = operation.responses[String(status)];
    if (!response) return `${said}, which is undocumented`;
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const missing = Object.entries(response.headers ?? {})
      .filter(([name, { required }]) => required && !(name.toLowerCase() in headers))
      .map(([name]) => name);
    if (missing.length > 0) return `${said} without ${missing.join()}`;
    if (!response.content) return type === '' ? undefined : `${said} as ${type}, without a documented body`;
    if (!(type in response.content)) return `${said} as ${type}, not as ${Object.keys(response.content).join()}`;
    if (type === 'text/event-stream') return undefined;
    const path = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const pointer = [...path, 'content', type, 'schema'].map(escapePart).join('/');
    // Compiled once; `compile` would do it again for each answer.
    const validate = this.ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) return `${said}, whose schema is not in the document`;
    const value: unknown = /[/+]json$/.test(type) ? JSON.parse(text) : text;
    return validate(value) ? undefined : `${said}: ${this.ajv.errorsText(validate.errors)}`;
  }
}
