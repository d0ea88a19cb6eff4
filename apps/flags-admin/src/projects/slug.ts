import { randomInt } from 'node:crypto';
import slugify from 'slugify';

const LENGTH = 64;

/** A slug made from a name; `fallback` when nothing of the name can be written in one. */
export function slugFrom(name: string, fallback: string): string {
  const slug = slugify.default(name, { lower: true, strict: true }).slice(0, LENGTH).replace(/-+$/, '');
  return slug || fallback;
}

/** The same with a random tail, for when the plain one is taken. */
export function slugWithTail(slug: string): string {
  return `${slug.slice(0, LENGTH - 6)}-${randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}
