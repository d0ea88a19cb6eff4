import { SERVICE_SETTINGS } from '@burgee/process-kit';
import { settingsOfSchema, settingsOnPage } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { accountIds, domains, mailFrom, SETTINGS, smtpUrl } from './config.js';
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

describe('the settings of mail', () => {
  it.each(['smtp://localhost:25', 'smtps://user:p%40ss@mail.example.com'])('take the server %s', (url) =>
    expect(smtpUrl()._parse(url)).toBe(url),
  );

  it.each(['mail.example.com', 'https://mail.example.com', 'smtp://'])('refuse the server %s', (url) =>
    expect(() => smtpUrl()._parse(url)).toThrow('smtps://'),
  );

  it.each(['burgee@example.com', 'Burgee <burgee@example.com>'])('take the sender %s', (from) =>
    expect(mailFrom()._parse(from)).toBe(from),
  );

  it.each(['Burgee', 'a@b.c, d@e.f', 'Burgee <a@b.c>\r\nBcc: d@e.f'])('refuse the sender %j', (from) =>
    expect(() => mailFrom()._parse(from)).toThrow('an address is needed'),
  );
});

describe('REGISTRATION_DOMAINS', () => {
  it('is a list of distinct domains in lower case', () =>
    expect(domains()._parse('Example.com, example.org,example.com')).toEqual(['example.com', 'example.org']));

  it.each(['', 'example', '@example.com', '*.example.com'])('refuses %j', (given) =>
    expect(() => domains()._parse(given)).toThrow('domains are needed'),
  );
});
