import type { DefaultOf, EvaluationDetails, FlagKey, Widened } from '@burgee/sdk';
import { itself, useSelected, valueOf } from './use-selected.js';

export function useBooleanFlagValue(flagKey: FlagKey<'boolean'>, defaultValue: boolean): boolean {
  return useSelected<boolean, boolean>(flagKey, defaultValue, 'boolean', valueOf);
}

export function useStringFlagValue<T extends string = string>(flagKey: FlagKey<'string'>, defaultValue: T): T {
  return useSelected<T, T>(flagKey, defaultValue, 'string', valueOf);
}

export function useNumberFlagValue(flagKey: FlagKey<'number'>, defaultValue: number): number {
  return useSelected<number, number>(flagKey, defaultValue, 'number', valueOf);
}

export function useObjectFlagValue<T extends DefaultOf<K>, K extends FlagKey<'json'> = FlagKey<'json'>>(
  flagKey: K,
  defaultValue: T,
): T {
  return useSelected<T, T>(flagKey, defaultValue, 'json', valueOf);
}

export function useBooleanFlagDetails(flagKey: FlagKey<'boolean'>, defaultValue: boolean): EvaluationDetails<boolean> {
  return useSelected<boolean, EvaluationDetails<boolean>>(flagKey, defaultValue, 'boolean', itself);
}

export function useStringFlagDetails<T extends string = string>(
  flagKey: FlagKey<'string'>,
  defaultValue: T,
): EvaluationDetails<T> {
  return useSelected<T, EvaluationDetails<T>>(flagKey, defaultValue, 'string', itself);
}

export function useNumberFlagDetails(flagKey: FlagKey<'number'>, defaultValue: number): EvaluationDetails<number> {
  return useSelected<number, EvaluationDetails<number>>(flagKey, defaultValue, 'number', itself);
}

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
  readonly isError: boolean;
  /** The value is from the service: no error, and not from the flags of the last visit. */
  readonly isAuthoritative: boolean;
  readonly details: EvaluationDetails<T>;
}

export function toQuery<T>(details: EvaluationDetails<T>): FlagQuery<T> {
  const isError = details.errorCode !== undefined;
  return { ...details, details, isError, isAuthoritative: !isError && details.reason !== 'CACHED' };
}
