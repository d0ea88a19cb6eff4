import { gzipSync } from 'node:zlib';
import { aFlag, type Answer, aProject, aUser, PASSWORD, type Project, unique, type User, world } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stateOf } from './database.js';
import { expectProblem } from './expect-problem.js';
import { sendBytes } from './raw-http.js';

const { url } = world();
const BODY_LIMIT = 128 * 1024;

interface Target {
  method: 'POST' | 'PATCH';
  path: string;
  /** A body that would be taken. */
  good: Record<string, unknown>;
  /** Values that each field must refuse. */
  bad: Record<string, unknown[]>;
}

const NOT_TEXT = [1, 1.5, true, [], {}, ['a'], { $ne: null }, { a: 'b' }];
const NO_TEXT = [...NOT_TEXT, null];
const NOT_BOOLEAN = ['false', 'true', '', 0, 1, null, [], {}, 'on'];
const NOT_PERCENTAGE = ['50', '', null, true, [], {}, 1.5, Infinity, -1, 101, Number.MAX_SAFE_INTEGER, 2 ** 31, -0.5];
const NOT_ROLE = [...NO_TEXT, '', 'Owner', 'root', 'owner ', 'toString', '__proto__'];
const NOT_EMAIL = [...NO_TEXT, '', 'x', 'a@', '@b.c', 'a b@c.d', `${'a'.repeat(250)}@b.cd`, 'a@b.c\nBcc: d@e.f'];
const NOT_SLUG = [...NO_TEXT, '', '-a', 'a-', 'A', 'a b', 'ä', 'a'.repeat(65), '../a', 'a/b'];
const NOT_URL = [
  ...NOT_TEXT,
  'x',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://',
  'http://u:p@a.b',
  '//a.b',
  'null',
  '*',
];

describe('bodies that do not fit', () => {
  let project: Project;
  let user: User;
  let people: string[];
  let targets: Record<string, Target>;

  beforeAll(async () => {
    project = await aProject(url);
    user = project.owner;
    const [flag, newcomer] = [await aFlag(project), await aUser(url)];
    people = [user.id, newcomer.id];
    const [own, environment] = [`/api/projects/${project.id}`, project.production.id];
    const value = `/api/flags/${flag.id}/environments/${environment}`;
    targets = {
      register: {
        method: 'POST',
        path: '/api/auth/register',
        good: {
          name: 'N',
          email: `${unique('n')}@example.com`,
          password: PASSWORD,
          confirmPassword: PASSWORD,
        },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(101), undefined],
          email: [...NOT_EMAIL, undefined],
          password: [...NO_TEXT, '', 'short', 'p'.repeat(1025), undefined],
          confirmPassword: [...NO_TEXT, 'another password', undefined],
        },
      },
      login: {
        method: 'POST',
        path: '/api/auth/login',
        good: {
          email: user.email,
          password: PASSWORD,
        },
        bad: {
          email: [...NO_TEXT, 'a'.repeat(255), undefined],
          password: [...NO_TEXT, 'p'.repeat(1025), undefined],
        },
      },
      password: {
        method: 'POST',
        path: '/api/auth/password',
        good: {
          current_password: PASSWORD,
          new_password: PASSWORD,
        },
        bad: {
          current_password: [...NO_TEXT, undefined],
          new_password: [...NO_TEXT, 'short', undefined],
        },
      },
      'create project': {
        method: 'POST',
        path: '/api/projects',
        good: { name: unique('p') },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(101), undefined],
          slug: NOT_SLUG,
          description: [...NOT_TEXT, 'd'.repeat(2001)],
          environments: [
            'x',
            1,
            true,
            {},
            [],
            [1],
            [null],
            ['x'],
            [[]],
            [{}],
            [{ name: '' }],
            [
              {
                name: 'a',
                id: 'b',
              },
            ],
            Array.from({ length: 21 }, () => ({ name: 'a' })),
            [
              {
                name: 'a',
                url: 'x',
              },
            ],
            [
              {
                name: 'a',
                protected: 'no',
              },
            ],
          ],
        },
      },
      'edit project': {
        method: 'PATCH',
        path: own,
        good: { name: unique('p') },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(101)],
          slug: NOT_SLUG,
          description: [...NOT_TEXT, 'd'.repeat(2001)],
        },
      },
      'create environment': {
        method: 'POST',
        path: `${own}/environments`,
        good: { name: unique('e') },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(101), undefined],
          slug: NOT_SLUG,
          icon: [...NO_TEXT, 'i'.repeat(33)],
          url: [...NOT_URL, `https://${'a'.repeat(2048)}`],
          protected: NOT_BOOLEAN,
        },
      },
      'edit environment': {
        method: 'PATCH',
        path: `${own}/environments/${environment}`,
        good: { name: unique('e') },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(101)],
          slug: NOT_SLUG,
          icon: [...NO_TEXT, 'i'.repeat(33)],
          url: NOT_URL,
          protected: NOT_BOOLEAN,
        },
      },
      'rotate key': {
        method: 'POST',
        path: `${own}/environments/${environment}/rotate-sdk-key`,
        good: { grace_seconds: 1 },
        bad: { grace_seconds: [...NOT_PERCENTAGE.filter((one) => one !== 101), 604801] },
      },
      'add member': {
        method: 'POST',
        path: `${own}/members`,
        good: {
          email: newcomer.email,
          role: 'viewer',
        },
        bad: {
          email: [...NOT_EMAIL, undefined],
          role: [...NOT_ROLE, undefined],
        },
      },
      'edit member': {
        method: 'PATCH',
        path: `${own}/members/${user.id}`,
        good: { role: 'owner' },
        bad: { role: [...NOT_ROLE, undefined] },
      },
      'create flag': {
        method: 'POST',
        path: `${own}/flags`,
        good: { key: unique('f') },
        bad: {
          key: [...NO_TEXT, '', '-a', '.a', '_a', '__proto__', 'a b', 'ä', 'a/b', 'a\n', 'k'.repeat(129), undefined],
          name: [...NO_TEXT, '', 'n'.repeat(201)],
          type: [...NO_TEXT, '', 'Boolean', 'object', 'toString', '__proto__'],
          description: [...NOT_TEXT, 'd'.repeat(2001)],
        },
      },
      'edit flag': {
        method: 'PATCH',
        path: `/api/flags/${flag.id}`,
        good: { name: unique('f') },
        bad: {
          name: [...NO_TEXT, '', 'n'.repeat(201)],
          description: [...NOT_TEXT, 'd'.repeat(2001)],
        },
      },
      toggle: {
        method: 'PATCH',
        path: `${value}/toggle`,
        good: { is_enabled: true },
        bad: { is_enabled: [...NOT_BOOLEAN, undefined] },
      },
      'edit value': {
        method: 'PATCH',
        path: value,
        good: {
          is_enabled: true,
          rollout_percentage: 40,
          targeting_attribute: 'a',
          targeting_value: 'b',
        },
        bad: {
          is_enabled: NOT_BOOLEAN,
          rollout_percentage: NOT_PERCENTAGE,
          targeting_attribute: [...NOT_TEXT, '', 'a'.repeat(201), null],
          targeting_value: [...NOT_TEXT, 'v'.repeat(10001), null],
          targeting_return_value: [...NOT_TEXT, 'v'.repeat(10001), 'not a boolean', ''],
        },
      },
    };
  });

  const state = () => stateOf(project.id, people);
  const send = ({ method, path }: Target, raw: string | Buffer, contentType = 'application/json') =>
    user.visitor.call(method, path, { raw, headers: { 'content-type': contentType } });

  /** Sends every one, and then looks whether any of it left a trace. */
  async function expectRefused(
    target: Target,
    attempts: [what: string, answer: () => Promise<Answer>, status: number][],
  ) {
    const before = await state();
    for (const [what, attempt, status] of attempts) {
      const answer = await attempt();
      try {
        expectProblem(answer, status);
      } catch (error) {
        throw new Error(`${target.method} ${target.path} with ${what}: ${String(error)}`, { cause: error });
      }
    }
    expect(await state()).toBe(before);
  }

  const NAMES = [
    'register',
    'login',
    'password',
    'create project',
    'edit project',
    'create environment',
    'edit environment',
    'rotate key',
    'add member',
    'edit member',
    'create flag',
    'edit flag',
    'toggle',
    'edit value',
  ];
  /** JSON.stringify would make null of what 1e309 is. */
  const toJson = (value: unknown) => JSON.stringify(value).replace('"<1e309>"', '1e309');

  it('the list of bodies is the list of all there are', () => {
    expect(Object.keys(targets)).toEqual(NAMES);
  });

  it.each(NAMES)('S32 S34 %s: every field refuses what is not its type', async (name) => {
    const target = targets[name]!;
    const attempts = Object.entries(target.bad).flatMap(([field, values]) =>
      values.map((value) => {
        const body = { ...target.good, [field]: value === Infinity ? '<1e309>' : value };
        const text = toJson(body);
        return [text.slice(0, 200), () => send(target, text), 400] as [string, () => Promise<Answer>, number];
      }),
    );
    await expectRefused(target, attempts);
  });

  it.each(NAMES)('S31 %s: fields that are not its own are refused by name', async (name) => {
    const target = targets[name]!;
    const strange = [
      'id',
      'project_id',
      'revision',
      'user_id',
      'sdk_key',
      'created_at',
      'passwordHash',
      'is_admin',
      'toString',
    ];
    const before = await state();
    for (const field of strange) {
      const answer = await send(
        target,
        JSON.stringify({ ...target.good, [field]: '018f0000-0000-7000-8000-000000000000' }),
      );
      expectProblem(answer, 400);
      expect(answer.body.errors).toContainEqual({ pointer: `/${field}`, detail: `${field} is not a known field` });
    }
    expect(await state()).toBe(before);
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
      bodies.map((body) => [body, () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S36 %s: NUL and half a surrogate pair are refused', async (name) => {
    const target = targets[name]!;
    const texts = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00a"', '"a\\ud83d"'];
    const bodies = Object.keys(target.bad).flatMap((field) =>
      texts.map((text) => JSON.stringify({ ...target.good, [field]: '<here>' }).replace('"<here>"', text)),
    );
    bodies.push(`{"a\\u0000":1}`, `{"\\ud800":1}`);
    await expectRefused(
      target,
      bodies.map((body) => [body, () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S37 %s: what is not a JSON object is refused', async (name) => {
    const target = targets[name]!;
    const good = JSON.stringify(target.good);
    const deep = 60_000;
    const bodies: [string, string | Buffer][] = [
      ...[
        'null',
        '[]',
        '"x"',
        '1',
        'true',
        `[${good}]`,
        '{',
        '{"a":}',
        `${good}x`,
        `${good}${good}`,
        "{'a':1}",
        'NaN',
        '﻿',
      ].map((text): [string, string] => [text, text]),
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
      bodies.map(([what, body]) => [what.slice(0, 40), () => send(target, body), 400]),
    );
  });

  it.each(NAMES)('S37 %s: other content types are refused with 415', async (name) => {
    const target = targets[name]!;
    const good = JSON.stringify(target.good);
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/xml',
      'application/octet-stream',
      'application/jsonp',
      'application/json\t;x',
      'x',
      '',
    ];
    await expectRefused(
      target,
      types
        .filter((type) => type !== 'application/json\t;x')
        .map((type) => [type, () => send(target, good, type), 415]),
    );
  });

  it.each(NAMES)('S37 %s: more than the limit is refused with 413', async (name) => {
    const target = targets[name]!;
    const big = JSON.stringify({ ...target.good, padding: 'x'.repeat(BODY_LIMIT) });
    const cookie = [...user.visitor.cookies].map((pair) => pair.join('=')).join('; ');
    const head = `${target.method} ${target.path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n`;
    const chunks = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`;
    const chunked = () =>
      sendBytes(url, `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    await expectRefused(target, [
      ['a length that says so', () => send(target, big), 413],
      ['chunks that do not', chunked, 413],
    ]);
  });
});
