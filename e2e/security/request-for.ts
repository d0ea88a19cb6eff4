import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { arbitraryOf } from './arbitrary-of.js';
import type { OpenApi, Operation, Schema } from './open-api.js';

/** One call of an operation, still without the credentials that it asks for. */
export interface GeneratedRequest {
  path: string;
  body: unknown;
  headers: Record<string, string>;
  as: { session: boolean; key: boolean };
}

/** Mostly what fits, now and then what does not. */
const mostly = <T>(fitting: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: other });

/** Constraints of a field that its schema cannot express. */
export type KnownFields = Record<string, unknown>;

/** The same body, with what is known of its fields. */
const withKnown = (body: unknown, known: KnownFields) =>
  Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, known[name] ?? value]));

/** A valid body, or a body with a missing field, an extra field, or a field of another type. */
function bodyOf(schema: Schema, api: OpenApi, known: KnownFields): fc.Arbitrary<unknown> {
  const fitting = arbitraryOf(schema, api).map((body) => withKnown(body, known));
  const names = Object.keys(api.resolve(schema).properties ?? {});
  const spoiled = fc
    .tuple(fitting, fc.constantFrom(...names, 'more', '__proto__'), fc.option(fc.jsonValue({ maxDepth: 2 })))
    .map(([body, name, value]) =>
      Object.fromEntries([
        ...Object.entries(Object(body)).filter(([other]) => other !== name),
        [name, value ?? undefined],
      ]),
    );
  return mostly(fitting, spoiled);
}

function pathOf(operation: Operation, ids: Record<string, string>): fc.Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const strange = fc.oneof(
    fc.constant(randomUUID()),
    fc.string({ minLength: 1, maxLength: 40 }).map(encodeURIComponent),
  );
  const segments = fc.record(
    Object.fromEntries(names.map((name) => [name, mostly(fc.constant(ids[name] ?? randomUUID()), strange)])),
  );
  return segments.map((values) => operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function queryOf({ queryParameters }: Operation, api: OpenApi): fc.Arbitrary<string> {
  const values = queryParameters.map(({ name, schema }) => [
    name,
    mostly(fc.constant(undefined), mostly(arbitraryOf(schema, api), fc.string()).map(asText)),
  ]);
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string | undefined>>).map((query) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const text = given.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
    return text && `?${text}`;
  });
}

/** A header's value is printable ASCII here; what else bytes can do is tried elsewhere. */
function headersOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((one) => one.trim());
  const values = names.map((name) => [name, mostly(fc.constant(''), text)]);
  return fc
    .record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>)
    .map((headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')));
}

const BOTH = { session: true, key: true };
const OTHERS = [
  { session: true, key: false },
  { session: false, key: true },
  { session: false, key: false },
];

/** Calls of an operation as the document describes it, for a caller with a session, an SDK key, both or none. */
export function requestFor(
  operation: Operation,
  api: OpenApi,
  ids: Record<string, string>,
  known: KnownFields = {},
): fc.Arbitrary<GeneratedRequest> {
  return fc.record({
    path: fc.tuple(pathOf(operation, ids), queryOf(operation, api)).map(([path, query]) => path + query),
    body: operation.bodySchema ? bodyOf(operation.bodySchema, api, known) : fc.constant(undefined),
    headers: headersOf(operation),
    as: mostly(fc.constant(BOTH), fc.constantFrom(...OTHERS)),
  });
}
