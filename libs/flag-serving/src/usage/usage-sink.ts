import type { KeyKind, UsageVariant, UsageWindow } from '@burgee/contracts/wire';

/**
 * Where usage goes. Callers never wait: entries beyond the limit are dropped and counted. Client keys are public, so
 * reports with them take no room from reports with SDK keys.
 */
export interface UsageSink {
  /** Adds a report of an application. @returns whether there was room */
  add(environmentId: string, window: UsageWindow, keyKind: KeyKind): boolean;
  /** Counts a flag decided here. @param variant `unknown` = the flag does not exist */
  evaluated(
    environmentId: string,
    protocol: string,
    flagKey: string,
    variant: UsageVariant | 'unknown',
    keyKind: KeyKind,
  ): void;
  /** Counts a bulk decision, of which the application uses some flags. */
  bulk(environmentId: string, protocol: string, keyKind: KeyKind): void;
}
