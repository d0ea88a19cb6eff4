import { DomainError } from '@burgee/contracts/wire';
import { hasMoreValues } from '../decisions/has-more-values.js';

const NAME_CHARACTERS_AT_MOST = 200;
/** For 5,000 flags in bulk, where each has eight. */
const VALUES_AT_MOST = 50_000;

const invalid = (detail: string, pointer: string) =>
  new DomainError('invalid_request', detail, { errors: [{ pointer, detail }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(body: Buffer): Record<string, unknown> {
  if (hasMoreValues(body, VALUES_AT_MOST))
    throw invalid(`A body has at most ${VALUES_AT_MOST.toLocaleString('en')} values.`, '');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
  if (!isObject(parsed)) throw invalid('The body must be a JSON object.', '');
  return parsed;
}

function checkName(report: Record<string, unknown>): void {
  const { appName } = report;
  if (typeof appName !== 'string' || appName === '' || appName.length > NAME_CHARACTERS_AT_MOST)
    throw invalid(`appName must have 1 to ${NAME_CHARACTERS_AT_MOST} characters.`, '/appName');
}

/** Parses an SDK's report about itself and its decisions. @throws malformed_json, invalid_request */
export function readReport(kind: 'register' | 'metrics' | 'bulk', body: Buffer): Record<string, unknown> {
  const report = parse(body);
  if (kind === 'bulk') {
    for (const name of ['applications', 'metrics'])
      if (!Array.isArray(report[name])) throw invalid(`${name} must be a list.`, `/${name}`);
    return report;
  }
  checkName(report);
  if (kind === 'metrics' && !(isObject(report.bucket) && isObject(report.bucket.toggles)))
    throw invalid('bucket.toggles must be an object.', '/bucket');
  return report;
}
