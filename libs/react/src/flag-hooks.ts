import type { DefaultOf, EvaluationDetails, FlagKey, Widened } from '@burgee/sdk';
import { itself, useSelected, valueOf } from './use-selected.js';

/** The value of a boolean flag. */
export function useBooleanFlagValue(flagKey: FlagKey<'boolean'>, defaultValue: boolean): boolean {
  return useSelected<boolean, boolean>(flagKey, defaultValue, 'boolean', valueOf);
}

/** The value of a text flag. */
export function useStringFlagValue<T extends string = string>(flagKey: FlagKey<'string'>, defaultValue: T): T {
  return useSelected<T, T>(flagKey, defaultValue, 'string', valueOf);
}

/** The value of a number flag. */
export function useNumberFlagValue(flagKey: FlagKey<'number'>, defaultValue: number): number {
  return useSelected<number, number>(flagKey, defaultValue, 'number', valueOf);
}

/** The value of a JSON flag. */
export function useObjectFlagValue<T extends DefaultOf<K>, K extends FlagKey<'json'> = FlagKey<'json'>>(
  flagKey: K,
  defaultValue: T,
): T {
  return useSelected<T, T>(flagKey, defaultValue, 'json', valueOf);
}

/** The value of a boolean flag and the reason for it. */
export function useBooleanFlagDetails(flagKey: FlagKey<'boolean'>, defaultValue: boolean): EvaluationDetails<boolean> {
  return useSelected<boolean, EvaluationDetails<boolean>>(flagKey, defaultValue, 'boolean', itself);
}

/** The value of a text flag and the reason for it. */
export function useStringFlagDetails<T extends string = string>(
  flagKey: FlagKey<'string'>,
  defaultValue: T,
): EvaluationDetails<T> {
  return useSelected<T, EvaluationDetails<T>>(flagKey, defaultValue, 'string', itself);
}

/** The value of a number flag and the reason for it. */
export function useNumberFlagDetails(flagKey: FlagKey<'number'>, defaultValue: number): EvaluationDetails<number> {
  return useSelected<number, EvaluationDetails<number>>(flagKey, defaultValue, 'number', itself);
}

/** The value of a JSON flag and the reason for it. */
export function useObjectFlagDetails<T extends DefaultOf<K>, K extends FlagKey<'json'> = FlagKey<'json'>>(
  flagKey: K,
  defaultValue: T,
): EvaluationDetails<T> {
  return useSelected<T, EvaluationDetails<T>>(flagKey, defaultValue, 'json', itself);
}

/** A flag of any type; the default determines which. */
export function useFlag<T extends DefaultOf<K>, K extends FlagKey = FlagKey>(
  flagKey: K,
  defaultValue: T,
): FlagQuery<Widened<T>> {
  return toQuery(useSelected<T, EvaluationDetails<T>>(flagKey, defaultValue, undefined, itself)) as FlagQuery<
    Widened<T>
  >;
}

/** The evaluation of a flag, and whether it succeeded. */
export interface FlagQuery<T> extends EvaluationDetails<T> {
  /** There is an error: the value is the default in the code. */
  readonly isError: boolean;
  /** The value is from the service: no error, and not from the flags of the last visit. */
  readonly isAuthoritative: boolean;
  /** The evaluation alone. */
  readonly details: EvaluationDetails<T>;
}

export function toQuery<T>(details: EvaluationDetails<T>): FlagQuery<T> {
  const isError = details.errorCode !== undefined;
  return { ...details, details, isError, isAuthoritative: !isError && details.reason !== 'CACHED' };
}
