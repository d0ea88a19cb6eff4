import { settingsOfSchema, settingsOnPage } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { PASSED_ON, SETTINGS } from './settings.js';

const APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'api-gateway'];

describe('docs/configuration.md', () => {
  it('lists the settings of npm start and no others', () => {
    expect(settingsOnPage('npm start')).toEqual(settingsOfSchema(SETTINGS));
  });

  it('lists what npm start passes on and nothing else, as the services describe it', () => {
    const ofServices = ['Every service', ...APPS].flatMap(settingsOnPage);
    const listed = settingsOnPage('Passed on to the services');
    expect(listed.map(({ name }) => name)).toEqual([...PASSED_ON]);
    for (const line of listed) expect(ofServices).toContainEqual(line);
  });
});
