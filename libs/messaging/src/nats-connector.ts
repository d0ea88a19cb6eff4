import { setTimeout as delay } from 'node:timers/promises';
import type { Dependencies } from '@burgee/process-kit';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';

const TRY_AGAIN_MILLISECONDS = 500;

/**
 * Opens one connection to NATS and tracks its state for /status. It retries for ever after any error: operators fix
 * credentials and certificates while Burgee runs.
 */
export class NatsConnector {
  private readonly stopped = new AbortController();
  private isConnected = false;
  private asking = false;

  constructor(
    private readonly options: NodeConnectionOptions,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.expect('nats');
  }

  get connected(): boolean {
    return this.isConnected;
  }

  /** Resolves with the first connection, which the client reconnects itself. @throws when stopped before that */
  async connect(): Promise<NatsConnection> {
    for (;;) {
      try {
        return await connect(this.options);
      } catch (error) {
        this.stopped.signal.throwIfAborted();
        this.dependencies.down('nats', error);
        await delay(TRY_AGAIN_MILLISECONDS, undefined, { signal: this.stopped.signal });
      }
    }
  }

  /**
   * Follows a connection until it is closed. Replaces Nest, which logs two errors for each attempt to reconnect that
   * NATS refuses, four times a second.
   */
  async follow(connection: NatsConnection): Promise<void> {
    this.opened();
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') this.opened();
      if (type === 'disconnect') this.lost();
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  /** The client reports this once per attempt that NATS refused before. */
  private opened(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    this.dependencies.up('nats');
  }

  private lost(): void {
    this.isConnected = false;
    this.dependencies.lost('nats');
    void this.askWhy();
  }

  /** The client does not report why it cannot reconnect, so a second connection finds out. */
  private async askWhy(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (!this.isConnected && !this.stopped.signal.aborted) {
      try {
        const probe = await connect({ ...this.options, reconnect: false });
        await probe.close();
      } catch (error) {
        if (!this.isConnected) this.dependencies.down('nats', error);
      }
      await delay(TRY_AGAIN_MILLISECONDS, undefined, { ref: false });
    }
    this.asking = false;
  }
}
