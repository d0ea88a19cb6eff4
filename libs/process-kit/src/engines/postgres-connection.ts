import type pg from 'pg';
import { tlsFiles } from './engine-settings.js';
import { type PostgresHosts, postgresHosts } from './postgres-hosts.js';
import type { TlsFiles } from './tls-files.js';

/** How a process connects to Postgres: for `PostgresClient`, and for a pool of such clients. */
export interface PostgresConnection {
  /** May name several hosts or sockets, and `target_session_attrs`. */
  connectionString: string;
  tls?: TlsFiles;
}

/** The settings for the connection to Postgres. */
export interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_CA?: string;
  DATABASE_CERT?: string;
  DATABASE_KEY?: string;
}

export function postgresConnection(config: DatabaseConfig): PostgresConnection {
  return { connectionString: config.DATABASE_URL, tls: tlsFiles(config, 'DATABASE') };
}

/** The hosts of one address, and the current one of this process. */
export class HostChoice {
  private index = 0;

  constructor(private readonly hosts: PostgresHosts) {}

  get config(): pg.ClientConfig {
    return this.hosts.configs[this.index] ?? {};
  }

  get count(): number {
    return this.hosts.configs.length;
  }

  get writable(): boolean {
    return this.hosts.writable;
  }

  /** Moves on to the next host, unless another connection has chosen one since. */
  leave(connectionString: string | undefined): void {
    const { configs } = this.hosts;
    if (connectionString === configs[this.index]?.connectionString) this.index = (this.index + 1) % configs.length;
  }
}

/** By address: once a connection has found the primary, all others of the process try that host first. */
const choices = new Map<string, HostChoice>();

/** @throws an error that names the fault without quoting the address */
export function hostChoice({ connectionString, tls = {} }: PostgresConnection): HostChoice {
  const choice = choices.get(connectionString) ?? new HostChoice(postgresHosts(connectionString, tls));
  choices.set(connectionString, choice);
  return choice;
}
