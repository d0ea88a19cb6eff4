import { type ErrorCode, ERRORS, PROBLEM_TYPE } from '@burgee/contracts/wire';

const RETRY_AFTER = { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 } };
const MEDIA_TYPE = PROBLEM_TYPE.split(';', 1)[0] ?? PROBLEM_TYPE;
const RETRYABLE = new Set([429, 503]);

/** The body of every refused request (RFC 9457). */
export const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'message', 'request_id'],
  properties: {
    type: { type: 'string', description: '`urn:burgee:error:` and the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; rely on this.', enum: Object.keys(ERRORS) },
    detail: { type: 'string', description: 'For people; the wording may change.' },
    message: { type: 'string', description: 'The same text as `detail`.' },
    request_id: { type: 'string', description: 'Include it when you ask for help.' },
    errors: {
      type: 'array',
      description: 'The invalid fields, by JSON pointer (RFC 6901).',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    current: {
      description:
        'Only with `value_changed`: the current row; for a call that changes many, a list of rows; for a promotion or a restore, what it would change now.',
      oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }],
    },
  },
};

function describe(status: number, codes: readonly ErrorCode[]) {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    ...(RETRYABLE.has(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { [MEDIA_TYPE]: { schema } },
  };
}

/** The responses of OpenAPI for these error codes, by status. */
export function describeRefusals(codes: readonly ErrorCode[]): Record<string, ReturnType<typeof describe>> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].toSorted();
  const ofStatus = (status: number) => codes.filter((code) => ERRORS[code].status === status);
  return Object.fromEntries(statuses.map((status) => [String(status), describe(status, ofStatus(status))]));
}
