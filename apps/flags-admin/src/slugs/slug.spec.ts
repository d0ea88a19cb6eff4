import { describe, expect, it } from '@jest/globals';
import { refuseTakenSlug, slugFrom, slugWithTail } from './slug.js';

const VALID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const duplicate = (constraint: string) =>
  Object.assign(new Error('failed'), { driverError: Object.assign(new Error(), { code: '23505', constraint }) });

describe('a slug', () => {
  it.each([
    ['My Shop', 'my-shop'],
    ['Größe & Maß', 'grosse-and-mass'],
    ['  --  ', 'project'],
    ['日本', 'project'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('of %j is %j', (name, slug) => {
    expect(slugFrom(name, 'project')).toBe(slug);
    expect(slug).toMatch(VALID);
  });

  it('gets a random suffix when it is taken, within the length limit', () => {
    for (const slug of ['shop', 'a'.repeat(64)]) {
      const tailed = slugWithTail(slug);
      expect(tailed).toMatch(VALID);
      expect(tailed).not.toBe(slug);
    }
  });

  it('is refused as a duplicate when it is taken, and other errors pass through', () => {
    expect(() => refuseTakenSlug(duplicate('projects_slug'), 'projects_slug')).toThrow(
      expect.objectContaining({ code: 'duplicate' }),
    );
    const other = duplicate('flags_key');
    expect(() => refuseTakenSlug(other, 'projects_slug')).toThrow(other);
  });
});
