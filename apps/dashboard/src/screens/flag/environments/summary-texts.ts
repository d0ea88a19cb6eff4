import { formatNumber, startingSmall } from '../../../feedback/format.js';

/** The sentence that the page of a flag begins with. */
export const texts = {
  everywhere: (count: number, sentence: string) =>
    `In ${count === 2 ? 'both' : `all ${formatNumber(count)}`} environments: ${startingSmall(sentence)}`,
  notServedIn: (environments: string) => `Not served yet in ${environments}.`,
  many: (count: number) => `${formatNumber(count)} environments`,
  elsewhere: (sentence: string) => `Elsewhere: ${startingSmall(sentence)}`,
  inOne: (environment: string, sentence: string) => `${environment}: ${startingSmall(sentence)}`,
  onIn: (environments: string) => `On in ${environments}.`,
  onInMany: (on: number, others: number) => `On in ${formatNumber(on)} of ${formatNumber(others)} others.`,
  offIn: (others: number, areOthers: boolean) =>
    areOthers && others > 1 ? `Off in the ${formatNumber(others)} others.` : 'Off elsewhere.',
};
