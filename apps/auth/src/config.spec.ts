import { SERVICE_SETTINGS } from '@burgee/process-kit';
import { settingsOfSchema, settingsOnPage } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { accountIds, SETTINGS } from './config.js';
import { settingsOfProviders } from './provider-settings.js';

const ADA = '01900000-0000-7000-8000-00000000000a';
const BOB = '01900000-0000-7000-8000-00000000000b';

const read = (given: string) => accountIds()._parse(given);

describe('docs/reference/configuration.md', () => {
  it('lists exactly the settings of auth', () => {
    const listed = [...settingsOnPage('Every service'), ...settingsOnPage('auth')];
    expect(listed).toEqual(settingsOfSchema({ ...SERVICE_SETTINGS, ...SETTINGS, ...settingsOfProviders({}) }));
  });
});

describe('INSTANCE_OWNERS', () => {
  it('is a list of distinct account ids in any spelling', () => {
    expect(read(`${ADA}, ${BOB.toUpperCase()},${ADA}`)).toEqual([ADA, BOB]);
    expect(read('')).toEqual([]);
  });

  it.each(['ada@example.com', `${ADA};${BOB}`, ADA.slice(1), 'all', '*'])('refuses %s', (given) => {
    expect(() => read(given)).toThrow('ids of accounts are needed');
  });
});
