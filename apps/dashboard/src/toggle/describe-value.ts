import { codePoint, showValue } from '@burgee/contracts/plain';
import type { FlagType } from '@burgee/contracts/wire';
import { parseList } from '@burgee/evaluation';
import { listChoices } from '../feedback/format.js';
import { hasCondition, unconditionalValue, type ValueState } from './unconditional-value.js';
import { texts } from './texts.js';

/** The most values of a list that a sentence names. */
const IN_SENTENCE = 10;

/**
 * The audience of a flag that is on: "on for 30% of users; users whose country is “NO” or “SE” get true".
 * @param most the most values of a list that are named: without a limit where no other line has them
 */
export function describeAudience(
  value: Omit<ValueState, 'is_enabled'>,
  type: FlagType,
  most: number = IN_SENTENCE,
): string {
  const { rollout_percentage: share, targeting_attribute: attribute, targeting_return_value: returned } = value;
  const matching = (result: string) =>
    texts.matching(attributeText(attribute ?? ''), wantedText(value.targeting_value ?? '', most), valueText(result));
  if (type !== 'boolean') {
    const unconditional = unconditionalValue(value, type);
    if (unconditional !== null) return describeShare(share, valueText(unconditional));
    if (attribute === null || value.targeting_value === null || returned === null) return texts.noValue;
    return texts.onlyMatching(matching(returned));
  }
  const everyone = share === 100 ? texts.everyone : share === 0 ? texts.noOne : texts.share(share);
  return attribute === null ? everyone : texts.also(everyone, matching(returned ?? 'true'));
}

function describeShare(share: number, value: string): string {
  if (share === 100) return texts.everyoneGets(value);
  return share === 0 ? texts.noOneGets(value) : texts.shareGets(share, value);
}

/** The quotes around values, and what looks like them, also as two single ones. */
const QUOTES =
  /[\u201C-\u201F\u02BA\u02EE\u2033\u2036\u275D\u275E\u3003\u301D-\u301F\uFF02]|[\u02B9\u02BC\u2018-\u201B\u2032]{2,}/gu;
const markAll = (quotes: string) => [...quotes].map((quote) => `\u2066${codePoint(quote)}\u2069`).join('');
const quoted = (text: string) => `“${showValue(text).replaceAll(QUOTES, markAll)}”`;
const BARE = /^(?:true|false|-?\d+(?:\.\d+)?)$/;
const WORD = /^[A-Za-z][\w.-]*$/;

/**
 * A value for display, as text: in quotes, which no value has afterwards, so that none can be taken for the page's own
 * words; with a mark for all that is not seen. Numbers, true and false are no such words.
 */
export const valueText = (text: string) => (BARE.test(text) ? text : quoted(text));
/** An attribute inside a sentence. */
export const attributeText = (text: string) => (WORD.test(text) ? text : quoted(text));
const textOrNone = (text: string | null) => (text === null ? texts.none : valueText(text));

/** Whether a text looks like a list to people, but is compared as one text. */
export const isAlmostList = (text: string): boolean => /^\s*\[/.test(text) && !parseList(text);

/**
 * The value or values that a rule accepts: “NO” or “SE”.
 * @param most the most values of a list that are named
 */
export function wantedText(text: string, most = Infinity): string {
  const values = parseList(text);
  if (!values) return isAlmostList(text) ? texts.asOneText(valueText(text)) : valueText(text);
  const named = values.slice(0, most).map(valueText);
  return listChoices(values.length > most ? [...named, texts.moreValues(values.length - most)] : named);
}

/** So many values that stay are counted in a change, so that readers see the others. */
const COUNTED = 3;

function listSides(before: readonly string[], after: readonly string[]): [string, string] | undefined {
  const [old, fresh] = [new Set(before), new Set(after)];
  const removed = [...old].filter((value) => !fresh.has(value));
  const added = [...fresh].filter((value) => !old.has(value));
  const staying = old.size - removed.length;
  if (staying < COUNTED || removed.length + added.length === 0) return undefined;
  const side = (own: string[]) => texts.ofBoth(listChoices(own.map(valueText)), staying);
  return [side(removed), side(added)];
}

/** The accepted values before and after a change: of two lists, the values that differ. */
export function wantedSides(before: string | null, after: string | null): [string, string] {
  const [old, fresh] = [before, after].map((text) => (text === null ? undefined : parseList(text)));
  const lists = old && fresh && listSides(old, fresh);
  if (lists) return lists;
  const sides: [string, string] = [fieldText('targeting_value', before), fieldText('targeting_value', after)];
  // The same values, written differently.
  return before !== after && sides[0] === sides[1] ? [textOrNone(before), textOrNone(after)] : sides;
}

/** Describes the change of a field. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** A value for display: the return value of a rule, and the unconditional value, are two lines. */
export type ShownState = Required<ValueState> & { unconditional_value: string | null };

/** @param value of any type: a boolean flag has no such value, but its row may contain one */
export const shownState = <T extends ValueState>(value: T): T & ShownState => {
  const { served = true, targeting_return_value: returned } = value;
  return hasCondition(value)
    ? { ...value, served, unconditional_value: null }
    : { ...value, served, targeting_return_value: null, unconditional_value: returned };
};

const SHOWN: { [K in keyof ShownState]: (value: ShownState[K]) => string } = {
  is_enabled: (on) => (on ? texts.on : texts.off),
  rollout_percentage: texts.percent,
  targeting_attribute: textOrNone,
  targeting_value: (text) => (text === null ? texts.none : wantedText(text)),
  targeting_return_value: textOrNone,
  unconditional_value: textOrNone,
  served: (served) => (served ? texts.now : texts.notYet),
};

export const SHOWN_FIELDS = Object.keys(SHOWN) as (keyof ShownState)[];

/** The editable fields. */
export const VALUE_FIELDS = SHOWN_FIELDS.filter((field) => field !== 'unconditional_value' && field !== 'served');

export function fieldText<K extends keyof ShownState>(field: K, value: ShownState[K]): string {
  return SHOWN[field](value);
}

export const labelOf = (field: keyof ShownState) => texts.fields[field];

/** The differences of two values, line by line. */
export function differences(before: ValueState, after: ValueState): FieldChange[] {
  const [old, fresh] = [shownState(before), shownState(after)];
  return SHOWN_FIELDS.filter((field) => old[field] !== fresh[field]).map((field) => {
    const [was, is] =
      field === 'targeting_value'
        ? wantedSides(old.targeting_value, fresh.targeting_value)
        : [fieldText(field, old[field]), fieldText(field, fresh[field])];
    return { field: labelOf(field), before: was, after: is };
  });
}
