import { randomInt } from 'node:crypto';
import { DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import slugify from 'slugify';

const LENGTH = 64;

/** A slug made from a name, or `fallback` when the name has no character that a slug may have. */
export function slugFrom(name: string, fallback: string): string {
  const slug = slugify.default(name, { lower: true, strict: true }).slice(0, LENGTH).replace(/-+$/, '');
  return slug || fallback;
}

/** Adds a random suffix, for when the plain slug is taken. */
export function slugWithTail(slug: string): string {
  return `${slug.slice(0, LENGTH - 6)}-${randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}

/** @throws duplicate when `constraint` refused a slug, or else the original error */
export function refuseTakenSlug(error: unknown, constraint: string): never {
  if (violatedConstraint(error) !== constraint) throw error;
  throw new DomainError('duplicate', 'This slug is already in use. Choose another name or slug.', {
    errors: [{ pointer: '/slug', detail: 'is taken' }],
  });
}
