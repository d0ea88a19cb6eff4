import type { Project } from '@burgee/testing';
import { expect } from '@jest/globals';

/** A UUIDv7. */
export const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
/** ISO 8601 in UTC with milliseconds. */
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Of an environment in which nothing has been changed. */
export const POSITION_AT_START = expect.stringMatching(/^[0-9a-z]+-0$/);
export const SDK_KEY = expect.stringMatching(/^bge_sdk_[0-9A-Za-z]{36}$/);
export const CLIENT_KEY = expect.stringMatching(/^bge_pub_[0-9A-Za-z]{36}$/);

/** An id that is well formed and names nothing. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** A flag's value before anybody has edited it. */
export const FRESH_VALUE = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

/** The value rows of a new flag, one for each environment of its project. */
export const freshValues = ({ environments }: Project, flagId: string): object[] =>
  environments.map(({ id, name, slug, icon }) => ({
    id: ID,
    flag_id: flagId,
    environment_id: id,
    ...FRESH_VALUE,
    updated_at: TIME,
    environment_name: name,
    environment_slug: slug,
    environment_icon: icon,
  }));

/** A value with nothing left as it starts. */
export const EDITED_VALUE = {
  is_enabled: true,
  rollout_percentage: 25,
  targeting_attribute: 'country',
  targeting_value: 'NL',
  targeting_return_value: 'true',
};
