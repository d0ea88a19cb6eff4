import type { EnvironmentView, FlagDifference, ValuePart } from '@burgee/contracts/http';
import { firstUnprotected } from '../../environment/first-unprotected.js';

/** The parts of a value that are compared and promoted separately, in the order of the table. */
export const PARTS = ['switch', 'rollout', 'rule'] as const satisfies readonly ValuePart[];

/** A differing flag, as a row to select. */
export type ListedDifference = FlagDifference & { id: string };

/** The state of the page in the address. */
export interface CompareSearch {
  /** The slug of the source environment. */
  from?: string;
  /** The slug of the target environment. */
  to?: string;
  /** Part of a key or a name. */
  q?: string;
  /** The parts to promote, separated by commas; all by default. */
  parts?: string;
}

const text = (value: unknown) => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/**
 * Parses an address that a user may have typed. Invalid parameters are returned as undefined, or the router would keep
 * them.
 */
export const parseCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
  from: text(search.from),
  to: text(search.to),
  q: text(search.q),
  parts: text(search.parts),
});

/** The parts that the address names, or all parts if it names none. */
export function partsIn({ parts }: CompareSearch): ValuePart[] {
  const named = PARTS.filter((part) => parts?.split(',').includes(part));
  return named.length > 0 ? named : [...PARTS];
}

/** The parts in the form of the address. */
export const partsText = (parts: readonly ValuePart[]): string | undefined =>
  parts.length === PARTS.length ? undefined : parts.join(',');

/**
 * The environments of the address, or by default the first two unprotected ones: never a protected one to promote to.
 */
export function endsIn(environments: readonly EnvironmentView[], search: CompareSearch) {
  const named = (slug: string | undefined) => environments.find((one) => one.slug === slug);
  const from = named(search.from) ?? environments.find(({ slug }) => slug !== search.to);
  const others = environments.filter(({ id }) => id !== from?.id);
  const to = others.find(({ slug }) => slug === search.to) ?? firstUnprotected(others);
  return { from, to };
}
