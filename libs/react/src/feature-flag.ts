import type { EvaluationDetails, FlagKey, FlagValue } from '@burgee/sdk';
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { type FlagQuery, useFlag } from './flag-hooks.js';

/** What `FeatureFlag` is given. */
export interface FeatureFlagProps<T extends FlagValue> {
  /** The flag that decides. */
  readonly flagKey: FlagKey;
  /** The value where the flag has no other; its type is that of the flag. */
  readonly defaultValue: T;
  /** The value for which the children are shown. Default: true. */
  readonly matchValue?: T | undefined;
  /** Decides instead of comparing with `matchValue`. */
  readonly predicate?: ((matchValue: T | undefined, details: EvaluationDetails<T>) => boolean) | undefined;
  /** Shown while the flag has the value. */
  readonly children?: ReactNode | ((query: FlagQuery<T>) => ReactNode);
  /** Shown for any other value. Default: nothing. */
  readonly fallback?: ReactNode | ((details: EvaluationDetails<T>) => ReactNode);
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Shows its children while a flag has a value. */
export function FeatureFlag<T extends FlagValue>(props: FeatureFlagProps<T>): ReactElement {
  const { flagKey, defaultValue, matchValue, predicate, children, fallback } = props;
  const query = useFlag(flagKey, defaultValue) as unknown as FlagQuery<T>;
  const { details } = query;
  const isMatch = predicate ? predicate(matchValue, details) : isEqual(details.value, matchValue ?? true);
  if (isMatch) return createElement(Fragment, null, typeof children === 'function' ? children(query) : children);
  return createElement(Fragment, null, typeof fallback === 'function' ? fallback(details) : fallback);
}
