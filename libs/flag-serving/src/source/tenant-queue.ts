import type { IncomingMessage } from 'node:http';

/** What a job calls with its cost in bytes, once it knows it. */
export type Spend = (bytes: number) => void;

/** Runs a job when it is somebody's turn. @throws overloaded when they may not wait for it */
export type Turn = <T>(job: (spend: Spend) => Promise<T>) => Promise<T>;

/**
 * Runs the job when it is the turn of the tenant whose environment this is, and within it of the network that asks.
 * @param request undefined: it is done for all who follow the environment
 */
export type InTurn = <T>(
  request: IncomingMessage | undefined,
  environmentId: string,
  job: (spend: Spend) => Promise<T>,
) => Promise<T>;

/** Where what takes long is done: tenants take turns, and the loop of one waits behind itself. */
export interface TenantQueue {
  /**
   * Runs the job when it is the turn of the tenant whose environment this is.
   * @param networks of whoever asks, widest first: these share the turns of the tenant. Left out: it is done for all of them.
   */
  run<T>(environmentId: string, job: (spend: Spend) => Promise<T>, networks?: readonly string[]): Promise<T>;
  /** The tenant whose environment this is, as far as that is known; else the environment counts by itself. */
  tenantOf(environmentId: string): string;
  /** The same, looked up where it is not known; while the source does not answer, the environment counts by itself. */
  findTenant(environmentId: string): Promise<string>;
}

/** From here on a flag set is large: what is done with it waits for its tenant's turn. */
export const LARGE_BYTES = 100_000;
/** To load or compress a flag set takes as long as to send it so many times. */
export const COST_OF_WORK = 10;
