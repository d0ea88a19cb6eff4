import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { installLines } from './install-lines.js';
import { isInPages, LANGUAGES, loadSnippet } from './languages.js';

const VALUES = {
  origin: 'http://burgee.test',
  sdkKey: 'bge_sdk_x',
  clientKey: 'bge_pub_x',
  flagKey: 'new-checkout',
  type: 'string',
} as const;
const OF_PAGES = {
  ...VALUES,
  origin: 'http://localhost:8080',
  sdkKey: 'bge_sdk_…',
  clientKey: 'bge_pub_…',
  type: 'boolean',
} as const;

const blocksOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```\w+\n([\s\S]*?)\n```/g)].map(([, code]) => code);

const LINES = 'npm config set @burgee:registry=http://burgee.test/packages/ --location=project\nnpm install';

it.each([
  ['JavaScript', `${LINES} @burgee/sdk`],
  ['React', `${LINES} @burgee/react`],
  ['Node.js', `${LINES} @burgee/sdk`],
  ['OpenFeature', `${LINES} @burgee/openfeature-server`],
  ['Unleash', undefined],
  ['Go', undefined],
  ['Python', undefined],
  ['Java', undefined],
  ['curl', undefined],
] as const)('%s is installed from this Burgee by %j', (language, lines) =>
  expect(installLines(language, 'http://burgee.test')).toBe(lines),
);

describe('a snippet', () => {
  it.each(LANGUAGES)('%s has the address, and only the key for the place where it runs', async (language) => {
    const code = (await loadSnippet(language))(VALUES);
    expect(code).toContain('http://burgee.test');
    expect([code.includes('bge_pub_x'), code.includes('bge_sdk_x')]).toEqual([
      isInPages(language),
      !isInPages(language),
    ]);
  });

  it.each(['JavaScript', 'Node.js', 'curl'] as const)('%s installs nothing', async (language) => {
    expect((await loadSnippet(language))(VALUES)).not.toContain('install');
  });

  it.each(LANGUAGES.filter((language) => language !== 'curl'))(
    "%s has a default of the flag's type, and says when it applies",
    async (language) => {
      const of = await loadSnippet(language);
      expect(of(VALUES)).toMatch(/(['"])default\1 is used where the flag has no value\.\n/);
      expect(of({ ...VALUES, type: 'boolean' })).not.toContain('has no value');
      expect(of({ ...VALUES, type: 'boolean' })).toMatch(/false/i);
    },
  );

  it.each(LANGUAGES)('%s is the same on the page "Connect", which the tests run', async (language) => {
    expect(blocksOf('docs/guides/connect.md')).toContain((await loadSnippet(language))(OF_PAGES));
  });

  it.each([
    ['OpenFeature', 2, 'package.json', / (@openfeature\/[\w-]+)@([\d.]+)/g],
    ['Unleash', 1, 'package.json', / (unleash-client)@([\d.]+)/g],
    ['Go', 2, 'examples/go/go.mod', / go get (\S+)@(\S+)/g],
    ['Python', 2, 'examples/python/requirements.txt', / ([\w-]+)==([\d.]+)/g],
    ['Java', 2, 'examples/java/pom.xml', /[\w.]+:(\w+):([\d.]+)/g],
  ] as const)('%s names the versions that its example pins', async (language, count, manifest, packages) => {
    const pinned = readFileSync(manifest, 'utf8');
    const named = [...(await loadSnippet(language))(VALUES).matchAll(packages)];
    expect(named).toHaveLength(count);
    for (const [, name = '', version = ''] of named)
      expect(pinned.match(new RegExp(`${name}\\W[\\s\\S]*?${version}`))?.[0].split('\n').length).toBeLessThanOrEqual(2);
  });
});
