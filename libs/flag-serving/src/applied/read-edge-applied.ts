import {
  DomainError,
  EDGE_APPLIED_LIMITS,
  type EdgeApplied,
  type EdgeAppliedReport,
  isUuid,
} from '@burgee/contracts/wire';
import { hasMoreValues } from '../decisions/has-more-values.js';

const { count: COUNT, edges: EDGES, reports: REPORTS } = EDGE_APPLIED_LIMITS;
const NUMBERS = ['clients', 'delivered', 'applied', 'unknown', 'streams', 'pollers'] as const;
const VALUES_AT_MOST = REPORTS * (EDGES + NUMBERS.length + 4);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const invalid = (pointer: string, detail: string) =>
  new DomainError('invalid_request', detail, { errors: [{ pointer, detail }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT;

const isTime = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)));

function readReport(report: unknown, at: string): EdgeAppliedReport {
  if (!isObject(report)) throw invalid(at, 'A report must be an object.');
  const { edge, last_seen_at, estimated, sampled, edges } = report;
  if (!isUuid(edge)) throw invalid(`${at}/edge`, 'edge must be a UUID that stays the same while the edge runs.');
  const wrong = NUMBERS.find((name) => !isCount(report[name]));
  if (wrong !== undefined) throw invalid(`${at}/${wrong}`, `${wrong} must be a number from 0 to ${COUNT}.`);
  const counts = Object.fromEntries(NUMBERS.map((name) => [name, report[name]])) as Record<
    (typeof NUMBERS)[number],
    number
  >;
  // Every client is counted once.
  if (counts.delivered + counts.unknown > counts.clients || counts.applied > counts.delivered)
    throw invalid(at, 'delivered and unknown together must not exceed clients, and applied must not exceed delivered.');
  if (!isTime(last_seen_at)) throw invalid(`${at}/last_seen_at`, 'last_seen_at must be an ISO 8601 time in UTC.');
  if (typeof estimated !== 'boolean') throw invalid(`${at}/estimated`, 'estimated must be true or false.');
  if (sampled !== undefined && typeof sampled !== 'boolean')
    throw invalid(`${at}/sampled`, 'sampled must be true or false.');
  if (!Array.isArray(edges) || edges.length > EDGES || !edges.every(isUuid))
    throw invalid(`${at}/edges`, `edges must be a list of at most ${EDGES} UUIDs.`);
  const given = { ...(last_seen_at !== undefined && { last_seen_at }), ...(sampled && { sampled }) };
  return { edge, ...counts, ...given, estimated, edges };
}

function parse(body: Buffer): unknown {
  if (hasMoreValues(body, VALUES_AT_MOST)) throw invalid('', 'The body has too many values.');
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
}

/** Parses the body of POST /api/v1/edge/applied. @throws malformed_json, invalid_request */
export function readEdgeApplied(body: Buffer): EdgeApplied {
  const parsed = parse(body);
  if (!isObject(parsed)) throw invalid('', 'The body must be a JSON object.');
  const { wait_id, reports } = parsed;
  if (!isUuid(wait_id)) throw invalid('/wait_id', 'wait_id must be the one from the stream.');
  if (!Array.isArray(reports) || reports.length === 0 || reports.length > REPORTS)
    throw invalid('/reports', `reports must be a list of 1 to ${REPORTS}.`);
  return { wait_id, reports: reports.map((report, index) => readReport(report, `/reports/${index}`)) };
}
