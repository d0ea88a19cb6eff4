import { SERVICE_SETTINGS } from '@burgee/process-kit';
import { settingsOfSchema, settingsOnPage } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from './config.js';

describe('docs/reference/configuration.md', () => {
  it('lists exactly the settings of flags-admin', () => {
    const listed = [...settingsOnPage('Every service'), ...settingsOnPage('flags-admin')];
    expect(listed).toEqual(settingsOfSchema({ ...SERVICE_SETTINGS, ...SETTINGS }));
  });
});
