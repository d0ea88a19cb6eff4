import type { UsageVariant, UsageWindow } from '@burgee/contracts/wire';

/** Where usage goes. Nobody waits for it: what finds no room is dropped and counted. */
export interface UsageSink {
  /** What an application reported. @returns whether there was room */
  add(environmentId: string, window: UsageWindow): boolean | Promise<boolean>;
  /** A flag was decided here. @param variant `unknown` = there is no such flag */
  evaluated(environmentId: string, protocol: string, flagKey: string, variant: UsageVariant | 'unknown'): void;
  /** All flags were decided here at once, of which the application uses some. */
  bulk(environmentId: string, protocol: string): void;
}
