import type { EnvironmentView, FlagDifference, ValuePart } from '@burgee/contracts/http';
import { firstUnprotected } from '../../environment/first-unprotected.js';

/** What of a value is compared and promoted by itself, in the order of the table. */
export const PARTS = ['switch', 'rollout', 'rule'] as const satisfies readonly ValuePart[];

/** A flag that differs, as something to select. */
export type ListedDifference = FlagDifference & { id: string };

/** What is compared, as in the address. */
export interface CompareSearch {
  /** The slug of the environment whose values are taken. */
  from?: string;
  /** The slug of the environment that gets them. */
  to?: string;
  /** Part of a key or a name. */
  q?: string;
  /** The parts to promote, with commas between; without it, all. */
  parts?: string;
}

const text = (value: unknown) => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/** Parses an address that somebody may have typed. Invalid parameters are returned as undefined, or the router would keep them. */
export const parseCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
  from: text(search.from),
  to: text(search.to),
  q: text(search.q),
  parts: text(search.parts),
});

/** The parts of an address; of one that names none, all. */
export function partsIn({ parts }: CompareSearch): ValuePart[] {
  const named = PARTS.filter((part) => parts?.split(',').includes(part));
  return named.length > 0 ? named : [...PARTS];
}

/** The parts as the address has them. */
export const partsText = (parts: readonly ValuePart[]): string | undefined =>
  parts.length === PARTS.length ? undefined : parts.join(',');

/** The environments of an address; where it names none, one after the other, and never a protected one to promote to. */
export function endsIn(environments: readonly EnvironmentView[], search: CompareSearch) {
  const named = (slug: string | undefined) => environments.find((one) => one.slug === slug);
  const from = named(search.from) ?? environments.find(({ slug }) => slug !== search.to);
  const others = environments.filter(({ id }) => id !== from?.id);
  const to = others.find(({ slug }) => slug === search.to) ?? firstUnprotected(others);
  return { from, to };
}
