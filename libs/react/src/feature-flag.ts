import type { DefaultOf, EvaluationDetails, FlagKey, Widened } from '@burgee/sdk';
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { type FlagQuery, useFlag } from './flag-hooks.js';

/** The props of `FeatureFlag`. */
export interface FeatureFlagProps<T extends DefaultOf<K>, K extends FlagKey = FlagKey> {
  /** The flag that decides. */
  readonly flagKey: K;
  /** The value where the flag has no other; its type is that of the flag. */
  readonly defaultValue: T;
  /** The value for which the children are shown. Default: true. */
  readonly matchValue?: Widened<T> | undefined;
  /** Decides instead of comparing with `matchValue`. */
  readonly predicate?:
    | ((matchValue: Widened<T> | undefined, details: EvaluationDetails<Widened<T>>) => boolean)
    | undefined;
  /** Shown while the flag has the value. */
  readonly children?: ReactNode | ((query: FlagQuery<Widened<T>>) => ReactNode);
  /** Shown for any other value. Default: nothing. */
  readonly fallback?: ReactNode | ((details: EvaluationDetails<Widened<T>>) => ReactNode);
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Shows its children while a flag has a value. */
export function FeatureFlag<T extends DefaultOf<K>, K extends FlagKey = FlagKey>(
  props: FeatureFlagProps<T, K>,
): ReactElement {
  const { flagKey, defaultValue, matchValue, predicate, children, fallback } = props;
  const query = useFlag<T, K>(flagKey, defaultValue);
  const { details } = query;
  const isMatch = predicate ? predicate(matchValue, details) : isEqual(details.value, matchValue ?? true);
  if (isMatch) return createElement(Fragment, null, typeof children === 'function' ? children(query) : children);
  return createElement(Fragment, null, typeof fallback === 'function' ? fallback(details) : fallback);
}
