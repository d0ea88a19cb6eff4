import { describe, expect, it } from '@jest/globals';
import { lookUpOrigin } from './look-up-origin.js';

const PRODUCTION = { id: '1', name: 'Production', url: 'https://shop.example.com' };
const STAGING = { id: '2', name: 'Staging', url: 'http://localhost:3000' };
const NONE = { id: '3', name: 'Development', url: null };
const APP = { id: '4', name: 'App', url: 'https://app.example', more_origins: ['capacitor://localhost', 'app://.'] };
const ALL = [NONE, PRODUCTION, STAGING];

describe('the origin of a page', () => {
  it.each([
    'https://shop.example.com',
    'https://shop.example.com/basket?a=1#end',
    ' https://Shop.Example.com:443/ ',
    'shop.example.com/basket',
  ])('%s belongs to a registered origin', (address) =>
    expect(lookUpOrigin(address, ALL)).toEqual({
      kind: 'allowed',
      origin: 'https://shop.example.com',
      environments: [PRODUCTION],
    }),
  );

  it.each(['http://localhost:3000/x', 'localhost:3000'])('%s is allowed by its environment', (address) =>
    expect(lookUpOrigin(address, ALL)).toMatchObject({ kind: 'allowed', origin: STAGING.url }),
  );

  it.each([
    ['http://shop.example.com', 'http:// and https://'],
    ['https://www.shop.example.com', 'www.'],
    ['https://shop.example.com:8443', 'port'],
  ])('%s differs from the registered origin: %s', (address, differs) =>
    expect(lookUpOrigin(address, ALL)).toMatchObject({
      kind: 'refused',
      near: { environment: PRODUCTION, differs: expect.stringContaining(differs) },
    }),
  );

  it.each([
    ['Capacitor://localhost/index.html', 'capacitor://localhost'],
    ['app://./index.html', 'app://.'],
    ['https://app.example/x', 'https://app.example'],
  ])('%s is one of several: %s', (address, origin) =>
    expect(lookUpOrigin(address, [...ALL, APP])).toEqual({ kind: 'allowed', origin, environments: [APP] }),
  );

  it('names the nearest of several', () =>
    expect(lookUpOrigin('ionic://localhost', [APP])).toMatchObject({
      near: { origin: 'capacitor://localhost', differs: expect.stringContaining('ionic:// and capacitor://') },
    }));

  it('refuses an unknown origin', () =>
    expect(lookUpOrigin('https://evil.example', ALL)).toEqual({ kind: 'refused', origin: 'https://evil.example' }));

  it.each([
    ['file:///home/ada/index.html', 'file:'],
    ['file://host/index.html', 'file:'],
    ['about:blank', 'about:'],
    ['data:text/html,hi', 'data:'],
  ])('%s has no origin', (address, scheme) =>
    expect(lookUpOrigin(address, ALL)).toEqual({ kind: 'no-origin', scheme }),
  );

  it.each(['https://', 'two words', 'http://a:b:c'])('%s is not an address', (address) =>
    expect(lookUpOrigin(address, ALL)).toEqual({ kind: 'unreadable' }),
  );
});
