const NUMBER = new Intl.NumberFormat();
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** "1,240" in the reader's locale. */
export const formatNumber = (value: number) => NUMBER.format(value);

/** @param value 0 to 100 */
export const formatPercent = (value: number) => PERCENT.format(value / 100);

const LIST = new Intl.ListFormat(undefined, { type: 'conjunction' });

/** "Development, Staging, and Production". */
export const listNames = (names: readonly string[]) => LIST.format(names);

const CHOICES = new Intl.ListFormat(undefined, { type: 'disjunction' });

/** "NO, SE, or DK". */
export const listChoices = (choices: readonly string[]) => CHOICES.format(choices);

/** A text with a lower-case first letter. */
export const startingSmall = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** A text with an upper-case first letter. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
