import { SERVICE_SETTINGS } from '@burgee/process-kit';
import { settingsOfSchema, settingsOnPage } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { loadConfig, SETTINGS } from './config.js';

describe('docs/reference/configuration.md', () => {
  it('lists the settings of an edge and no others', () => {
    const own = Object.entries(SETTINGS).filter(([name, spec]) => SERVICE_SETTINGS[name as never] !== spec);
    const expected = settingsOfSchema(Object.fromEntries(own) as never);
    expect(settingsOnPage('edge')).toEqual(expected);
  });
});

const load = (more: Record<string, string>) =>
  loadConfig({ UPSTREAM_URLS: 'https://flags.example.com', ACCEPT_KEYS: 'on', ...more }, {});

it('settings close addresses, all of them are open otherwise', () => {
  expect(load({}).closed).toEqual([]);
  expect(load({ OFREP: 'off' }).closed).toEqual(['/ofrep/']);
  expect(load({ OFREP: 'off', UNLEASH_API: 'off' }).closed).toEqual(['/ofrep/', '/unleash/api/']);
});

it('keys work for ever without the upstream, or for as many seconds as are set', () => {
  expect(load({}).keyMaxAgeMs).toBe(Infinity);
  expect(load({ KEY_MAX_AGE_SECONDS: '60' }).keyMaxAgeMs).toBe(60_000);
});

it('an address of the upstream has no password, which logs would contain', () => {
  const parse = (addresses: string) => SETTINGS.UPSTREAM_URLS._parse(addresses);
  expect(parse('https://flags.example.com/, http://10.0.0.7')).toBe('https://flags.example.com,http://10.0.0.7');
  for (const named of ['https://ada:hunter2@flags.example.com', 'https://flags.example.com,http://hunter2@10.0.0.7'])
    expect(() => parse(named)).toThrow(/^(?!.*hunter2).*without user names and passwords/);
});
