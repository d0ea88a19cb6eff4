import type { KeyKind, UsageVariant, UsageWindow } from '@burgee/contracts/wire';

/**
 * Where usage goes. Nobody waits for it: what finds no room is dropped and counted. Anybody has a client key, so that what comes with
 * one takes no room from what comes with SDK keys.
 */
export interface UsageSink {
  /** What an application reported. @returns whether there was room */
  add(environmentId: string, window: UsageWindow, keyKind: KeyKind): boolean;
  /** A flag was decided here. @param variant `unknown` = there is no such flag */
  evaluated(
    environmentId: string,
    protocol: string,
    flagKey: string,
    variant: UsageVariant | 'unknown',
    keyKind: KeyKind,
  ): void;
  /** All flags were decided here at once, of which the application uses some. */
  bulk(environmentId: string, protocol: string, keyKind: KeyKind): void;
}
