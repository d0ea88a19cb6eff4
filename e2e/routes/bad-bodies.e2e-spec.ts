import { gzipSync } from 'node:zlib';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import {
  aFlag,
  anInvitation,
  aSchedule,
  type ServiceResponse,
  aProject,
  aUser,
  type Project,
  type User,
  sharedCluster,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fill, type Line, TABLE } from '../security/authorization-table.js';
import { NO_TEXT } from '../security/bad-values.js';
import { stateOf } from '../security/database.js';
import { expectProblem } from '../expect-problem.js';
import { aSharedView, aWebhookTested } from '../security/fixture.js';
import { BAD } from './bad-fields.js';
import { forLane } from '../security/generated/generated.js';
import { inTurns } from '../security/in-turns.js';
import { sendBytes } from '../security/raw-http.js';

const { url } = sharedCluster();
const BODY_LIMIT = 128 * 1024;

const nameOf = ({ method, path }: Line) => `${method} ${path}`;
/** A context has any attributes there are: e2e/ofrep has what it may not be. */
const WITH_BODY = TABLE.filter(({ body, access }) => body && !['sdk-key', 'administrator'].includes(access));
const NAMES = WITH_BODY.map(nameOf);

const FIELDS = Object.entries(BAD).flatMap(([name, fields]) => Object.keys(fields).map((field) => `${name} ${field}`));

/** Whether this route tries the value for all routes whose field of this name must refuse it. */
function triesForAll(name: string, field: string, value: unknown): boolean {
  const routes = NAMES.filter((route) => BAD[route]?.[field]?.includes(value));
  return routes[String(JSON.stringify(value)).length % routes.length] === name;
}

/**
 * In `api` one value per field, in rotation; values that are wrong only for this kind of field, at one of the
 * routes that have it. In `slow` all of them.
 */
function valuesFor(name: string, field: string): readonly unknown[] {
  const values = BAD[name]![field]!;
  const one = values[FIELDS.indexOf(`${name} ${field}`) % values.length];
  const special = values.filter((value) => !NO_TEXT.includes(value as never) && triesForAll(name, field, value));
  return forLane([...new Set([one, ...special])], values);
}

interface Target {
  method: string;
  path: string;
  /** A body that would be taken. */
  good: Record<string, unknown>;
}

const FORM = 'application/x-www-form-urlencoded';
/** Other standards say that they take a form (RFC 8693, OpenID Connect). */
const FORM_ROUTES = new Set(['POST /api/auth/token-exchange', 'POST /api/auth/oidc/:id/backchannel-logout']);

describe('malformed bodies', () => {
  let project: Project;
  let user: User;
  let people: string[];
  let targets: Record<string, Target>;
  let state: string;

  beforeAll(async () => {
    project = await aProject(url);
    user = project.owner;
    const [flag, newcomer] = [await aFlag(project), await aUser(url)];
    people = [user.id, newcomer.id];
    const ids = {
      id: project.id,
      flagId: flag.id,
      envId: project.production.id,
      userId: user.id,
      sessionId: user.id,
      invitationId: (await anInvitation(project, 'viewer')).id,
      requestId: user.id,
      ...(await aWebhookTested(project)),
      viewId: await aSharedView(project),
      scheduleId: await aSchedule(project, flag),
    };
    const targetOf = (line: Line): Target => ({
      method: line.method,
      path: fill(line, ids),
      good: {
        ...line.body?.({
          newcomer: newcomer.email,
          flagId: flag.id,
          environments: [project.development.id, project.production.id],
        }),
      },
    });
    targets = Object.fromEntries(WITH_BODY.map((line) => [nameOf(line), targetOf(line)]));
    state = await stateOf(project.id, people);
  });

  /** Compares with the state after the case before, so that a change is reported once. */
  async function expectUnchanged() {
    const before = state;
    state = await stateOf(project.id, people);
    expect(state).toBe(before);
  }

  const send = ({ method, path }: Target, raw: string | Buffer, contentType = 'application/json') =>
    user.client.call(method, path, { raw, headers: { 'content-type': contentType } });

  /** Checks in shared code, not in the routes. */
  const ofRoute = <T>(name: string, all: readonly T[], count = forLane(1, 4)) =>
    inTurns(
      all,
      WITH_BODY.find((line) => nameOf(line) === name)!,
      WITH_BODY,
      count,
    );

  /** Sends every one, and then looks whether any of it left a trace. */
  async function expectRefused(
    target: Target,
    attempts: [what: string, answer: () => Promise<ServiceResponse>, status: number][],
  ) {
    for (const [what, attempt, status] of attempts) {
      const answer = await attempt();
      try {
        expectProblem(answer, status);
      } catch (error) {
        throw new Error(`${target.method} ${target.path} with ${what}: ${String(error)}`, { cause: error });
      }
    }
    await expectUnchanged();
  }

  /** JSON.stringify would make null of what 1e309 is. */
  const toJson = (value: unknown) => JSON.stringify(value).replace('"<1e309>"', '1e309');

  it('the list of bad values has every body of the table', () => {
    expect(Object.keys(BAD)).toEqual(NAMES);
  });

  it.each(NAMES)('S32 S34 %s: every field refuses what is not its type', async (name) => {
    const target = targets[name]!;
    const attempts = Object.keys(BAD[name]!).flatMap((field) =>
      valuesFor(name, field).map((value) => {
        const body = { ...target.good, [field]: value === Infinity ? '<1e309>' : value };
        const text = toJson(body);
        return [text.slice(0, 200), () => send(target, text), 400] as [string, () => Promise<ServiceResponse>, number];
      }),
    );
    await expectRefused(target, attempts);
  });

  it.each(NAMES)('S31 %s: fields that are not its own are refused by name', async (name) => {
    const target = targets[name]!;
    const strange = 'id project_id revision user_id sdk_key created_at passwordHash is_admin toString'.split(' ');
    for (const field of ofRoute(name, strange)) {
      const answer = await send(
        target,
        JSON.stringify({ ...target.good, [field]: '018f0000-0000-7000-8000-000000000000' }),
      );
      expectProblem(answer, 400);
      expect(answer.body.errors).toContainEqual({ pointer: `/${field}`, detail: `${field} is not a known field` });
    }
    await expectUnchanged();
  });

  it.each(NAMES)('S33 %s: __proto__ and constructor are no way in', async (name) => {
    const target = targets[name]!;
    const inner = JSON.stringify(target.good).slice(1);
    const bodies = [
      `{"__proto__":{"role":"owner"},${inner}`,
      `{"\\u005f_proto__":{"role":"owner"},${inner}`,
      `{"constructor":{"prototype":{"role":"owner"}},${inner}`,
      `{"constructor":"x",${inner}`,
      `{"prototype":{"role":"owner"},${inner}`,
      `{"__proto__":null}`,
      `{"a":{"__proto__":{"b":1}}}`,
    ];
    await expectRefused(
      target,
      ofRoute(name, bodies).map((body) => [body, () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S36 %s: NUL and half a surrogate pair are refused', async (name) => {
    const target = targets[name]!;
    const texts = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00a"', '"a\\ud83d"'];
    const bodies = Object.keys(BAD[name]!).flatMap((field) =>
      texts.map((text) => JSON.stringify({ ...target.good, [field]: '<here>' }).replace('"<here>"', text)),
    );
    bodies.push(`{"a\\u0000":1}`, `{"\\ud800":1}`);
    await expectRefused(
      target,
      ofRoute(name, bodies).map((body) => [body, () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S37 %s: what is not a JSON object is refused', async (name) => {
    const target = targets[name]!;
    const good = JSON.stringify(target.good);
    const deep = 60_000;
    const asTold = (text: string): [string, string] => [text, text];
    const bodies: [string, string | Buffer][] = [
      ...['null', '[]', '"x"', '1', 'true', `[${good}]`, '{', '{"a":}', `${good}x`, `${good}${good}`].map(asTold),
      ...["{'a':1}", 'NaN', '\ufeff'].map(asTold),
      ['arrays without end', '['.repeat(100_000)],
      ['60,000 arrays', '['.repeat(deep) + ']'.repeat(deep)],
      ['objects without end', '{"a":'.repeat(20_000)],
      ['20,000 objects', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
      ['100,000 levels in a field', `{"name":${'['.repeat(64_000)}${']'.repeat(64_000)}}`],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ['gzip', gzipSync(good)],
    ];
    await expectRefused(
      target,
      ofRoute(name, bodies).map(([what, body]) => [what.slice(0, 40), () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S37 %s: other content types are refused with 415', async (name) => {
    const target = targets[name]!;
    const good = JSON.stringify(target.good);
    const types = [
      'text/plain',
      FORM,
      'multipart/form-data; boundary=x',
      'text/json',
      '',
      'application/xml',
      'application/octet-stream',
      'application/jsonp',
      'x',
    ];
    await expectRefused(
      target,
      ofRoute(name, FORM_ROUTES.has(name) ? types.filter((type) => type !== FORM) : types).map((type) => [
        type,
        () => send(target, good, type),
        415,
      ]),
    );
  });

  it.each(NAMES)('S37 %s: more than the limit is refused with 413', async (name) => {
    const target = targets[name]!;
    const big = JSON.stringify({ ...target.good, padding: 'x'.repeat(BODY_LIMIT) });
    const cookie = [...user.client.cookies].map((pair) => pair.join('=')).join('; ');
    const head = `${target.method} ${target.path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const chunks = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`;
    // An import takes megabytes, so its length alone is sent: what is refused is no longer read.
    const tooLong = `${head}Content-Length: ${PROJECT_DOCUMENT_BYTES_AT_MOST + 1}\r\n\r\n`;
    const isImport = name === 'POST /api/projects/:id/import';
    const ways: [string, () => Promise<ServiceResponse>][] = [
      ['a length that says so', () => send(target, big)],
      ['chunks that do not', () => sendBytes(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`)],
    ];
    const ofImport: typeof ways = [['a length that says so', () => sendBytes(url, tooLong)]];
    await expectRefused(
      target,
      (isImport ? ofImport : ofRoute(name, ways, 1)).map(([what, attempt]) => [what, attempt, 413]),
    );
  });
});
