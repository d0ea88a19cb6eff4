import { resolve } from 'node:path';
import { namesOnPage, settingsOfSchema, settingsOnPage } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { passedOn, PASSED_ON, SETTINGS } from './settings.js';

const APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage', 'api-gateway'];

describe('docs/reference/configuration.md', () => {
  it('lists the settings of npm start and no others', () => {
    expect(settingsOnPage('npm start')).toEqual(settingsOfSchema(SETTINGS));
  });

  it('lists what npm start passes on and nothing else, all of it settings of services', () => {
    const ofServices = new Set(['Every service', ...APPS].flatMap(settingsOnPage).map(({ name }) => name));
    const listed = namesOnPage('Passed on to the services');
    expect(listed.toSorted()).toEqual(PASSED_ON.toSorted());
    expect(listed.filter((name) => !ofServices.has(name))).toEqual([]);
  });
});

it('npm start passes on what is set, a file by its whole path, and nothing else', () => {
  const env = {
    DATABASE_CA_FILE: 'ca.pem',
    REDIS_CERT: 'text',
    NATS_KEY_FILE: '/key.pem',
    NATS_URL: 'nats://a',
    OTEL_TRACES_SAMPLER: 'always_off',
    OIDC_2_CLIENT_SECRET_FILE: 'secret',
    OIDC_2_ISSUER: 'https://id.example.com',
    NODE_EXTRA_CA_CERTS: 'private-ca.pem',
    HOME: '/',
  };
  expect(passedOn(env)).toEqual({
    DATABASE_CA_FILE: resolve('ca.pem'),
    REDIS_CERT: 'text',
    NATS_KEY_FILE: '/key.pem',
    OTEL_TRACES_SAMPLER: 'always_off',
    OIDC_2_CLIENT_SECRET_FILE: resolve('secret'),
    OIDC_2_ISSUER: 'https://id.example.com',
    NODE_EXTRA_CA_CERTS: resolve('private-ca.pem'),
  });
});
