import { SERVICE_SETTINGS } from '@burgee/process-kit';
import { settingsOfSchema, settingsOnPage } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from './config.js';

describe('docs/configuration.md', () => {
  it('lists the settings of an edge and no others', () => {
    const own = Object.entries(SETTINGS).filter(([name, spec]) => SERVICE_SETTINGS[name as never] !== spec);
    const expected = settingsOfSchema(Object.fromEntries(own) as never);
    expect(settingsOnPage('edge')).toEqual(expected);
  });
});
