import { TestClient, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fill, type Line, TABLE } from '../authorization-table.js';
import { stateOf } from '../database.js';
import { inTurns } from '../in-turns.js';
import { createPeople, createFixture, type People, type Fixture } from '../fixture.js';

const { url, services } = sharedCluster();
const GUARDED = TABLE.filter(({ access }) => access !== 'public');

const encodeLetter = (all: string) => `/%${all.charCodeAt(1).toString(16)}${all.slice(2)}`;

const SPELLINGS: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'an encoded letter': (path) => path.replace('/a', '/%61'),
  'an encoded letter further on': (path) => path.replace(/\/(flags|projects|v1|auth)/, encodeLetter),
  'two slashes': (path) => `/${path}`,
  'two slashes inside': (path) => path.replace('/api/', '/api//'),
  'a slash at the end': (path) => `${path}/`,
  'a semicolon at the end': (path) => `${path};x`,
  'a semicolon inside': (path) => path.replace('/api/', '/api;x/'),
  capitals: (path) => path.toUpperCase(),
  dots: (path) => path.replace('/api/', '/livez/../api/'),
  'encoded dots': (path) => path.replace('/api/', '/livez/%2e%2e/api/'),
  'an encoded slash': (path) => path.replace('/api/', '/api%2f'),
  'a backslash': (path) => path.replace('/api/', '/api\\'),
  'a whole address': (path) => `http://localhost${path}`,
  'a query': (path) => `${path}?access=public`,
  'a tab': (path) => `${path}%09`,
  'a NUL': (path) => `${path}%00`,
};

interface Attempt {
  how: string;
  method: string;
  path: string;
  headers: Record<string, string>;
}

function attemptsOf(line: Line, path: string): Attempt[] {
  const spelt = Object.entries(SPELLINGS).map(([how, spell]) => ({ how, method: line.method, path: spell(path) }));
  const methods = ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'DELETE'].map((method) => ({
    how: 'another method',
    method,
    path,
  }));
  const disguised = [
    { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'OPTIONS' },
    { 'x-original-url': '/livez', 'x-rewrite-url': '/livez', 'x-forwarded-prefix': '/livez' },
  ].map((headers) => ({ how: 'headers', method: line.method, path, headers }));
  return [...[...spelt, ...methods].map((attempt) => ({ ...attempt, headers: {} })), ...disguised];
}

/** A preflight of the SDK API, which carries no key by its nature and tells nothing. */
const isPreflight = (attempt: Attempt, line: Line) => attempt.method === 'OPTIONS' && line.access === 'sdk-key';

describe('odd spellings of an address give no access', () => {
  let people: People;
  let fixture: Fixture;

  beforeAll(async () => {
    people = await createPeople(url);
    fixture = await createFixture(url, people);
  });

  const clientsOf = (line: Line, base: string) => {
    const [nobody, stranger] = [new TestClient(base), new TestClient(base)];
    stranger.cookies.set('token', people.stranger.client.cookies.get('token')!);
    return line.access.endsWith('session') ? [nobody] : [nobody, stranger];
  };

  it.each(GUARDED.map((line) => [`${line.method} ${line.path}`, line] as const))('S1 %s', async (_, line) => {
    const userIds = [people.owner.id, fixture.newcomer.id];
    const before = await stateOf(fixture.project.id, userIds);
    const own = Object.entries(services).find(([name]) => name.startsWith(line.service))![1].url;
    const accepted: unknown[] = [];
    for (const base of [url, own])
      for (const client of clientsOf(line, base))
        for (const attempt of inTurns(attemptsOf(line, fill(line, fixture.ids)), line, GUARDED, 7)) {
          const { method, path, headers } = attempt;
          const { status, text } = await client.call(method, path, { headers });
          const told =
            isPreflight(attempt, line) && status === 204 ? text !== '' : ![400, 401, 404, 405].includes(status);
          if (told) accepted.push({ ...attempt, base, status, text });
        }
    expect(accepted).toEqual([]);
    expect(await stateOf(fixture.project.id, userIds)).toBe(before);
  });
});
