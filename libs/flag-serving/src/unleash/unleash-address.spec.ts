import { describe, expect, it } from '@jest/globals';
import { parseUnleashAddress } from './unleash-address.js';

describe("an address of Unleash's client API", () => {
  it.each<[string, string | undefined]>([
    ['/unleash/api/client/features', 'features'],
    ['/unleash/api/client/features?project=x', 'features'],
    ['/unleash/api/client/features/', 'features'],
    ['/unleash/api/client/streaming', 'stream'],
    ['/unleash/api/client/metrics/bulk', 'bulk'],
    ['/unleash/api/frontend?userId=1', 'toggles'],
    ['/unleash/api/frontend/client/metrics', 'metrics'],
    ['/unleash/api/client/features/a', undefined],
    ['/unleash/api/client', undefined],
    ['/unleash/api/', undefined],
    ['/api/client/features', undefined],
    ['/unleash/api/client/%66eatures', undefined],
  ])('%s', (url, kind) => {
    expect(parseUnleashAddress(url)?.address.kind).toBe(kind);
  });

  it('of toggles has their query', () => {
    expect(parseUnleashAddress('/unleash/api/frontend/?a=b?c')?.address).toMatchObject({ query: 'a=b?c' });
  });
});
