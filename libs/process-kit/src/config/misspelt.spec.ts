import { describe, expect, it } from '@jest/globals';
import { misspelt } from './misspelt.js';

const SETTINGS = [
  'PORT',
  'OPS_PORT',
  'LOG_LEVEL',
  'DATABASE_URL',
  'REDIS_CA',
  'STREAMS_AT_MOST',
  'STREAMS_PER_KEY_AT_MOST',
];

describe('a variable', () => {
  it.each([
    ['STREAMS_ATMOST', 'STREAMS_AT_MOST'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('that resembles a setting is named with it: %s', (variable, setting) => {
    expect(misspelt([variable], SETTINGS)).toEqual([[variable, setting]]);
  });

  it.each([
    'PATH',
    'HOST',
    'POST',
    'REDIS_HOST',
    'REDIS_PORT',
    'DATABASE_USER',
    'PGPORT',
    'STREAMS_AT_MOST',
    'REDIS_CA_FILE',
  ])('that is a setting, or of another program, is not: %s', (variable) => {
    expect(misspelt([variable], SETTINGS)).toEqual([]);
  });
});
