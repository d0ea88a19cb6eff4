import { describe, expect, it } from '@jest/globals';
import { decideRotation, decideWebhook } from './decide-webhook.js';

const NOW = new Date('2026-03-01T09:30:00Z');
const MADE = decideWebhook('ada', { name: 'CI', url: 'https://hooks.example.com/a' }, undefined, NOW);
const LEFT = { ...MADE, disabled_at: NOW, disabled_reason: 'author' as const };

describe('a webhook belongs to', () => {
  it('who set its address', () => {
    expect(MADE.url_set_by).toBe('ada');
    expect(decideWebhook('bo', { name: 'Deploys', url: MADE.url }, MADE, NOW).url_set_by).toBe('ada');
    expect(decideWebhook('bo', { url: 'https://hooks.example.com/b' }, MADE, NOW).url_set_by).toBe('bo');
  });

  it('who last saw its secret, and keeps who set its address', () =>
    expect(decideRotation('bo', MADE, 60)).toEqual({
      created_by: 'bo',
      url_set_by: 'ada',
      graceSeconds: 60,
      vouches: false,
    }));

  it('who rotates the secret of one from before authors were recorded', () =>
    expect(decideRotation('bo', { ...MADE, url_set_by: null }, 60)).toMatchObject({
      created_by: 'bo',
      url_set_by: 'bo',
    }));
});

describe('a webhook without its author', () => {
  it('is not enabled with the secret that the author knows', () => {
    for (const request of [{ is_enabled: true }, { is_enabled: true, url: 'https://hooks.example.com/b' }])
      expect(() => decideWebhook('bo', request, LEFT, NOW)).toThrow(/Rotate its secret/);
    expect(decideWebhook('bo', { is_enabled: false, name: 'Deploys' }, LEFT, NOW)).toEqual({
      ...LEFT,
      name: 'Deploys',
    });
  });

  it('is taken over with a new secret, and the old one ends at once', () =>
    expect(decideRotation('bo', LEFT, 60)).toEqual({
      created_by: 'bo',
      url_set_by: 'bo',
      graceSeconds: 0,
      vouches: true,
    }));
});
