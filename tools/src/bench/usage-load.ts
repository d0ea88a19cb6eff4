import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** Flags that an application evaluates in a minute. */
const FLAGS_OF_REPORT = 20;

/** Applications that report what they evaluated once a minute, spread evenly over it. */
export class UsageLoad {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly timer: NodeJS.Timeout;
  private failure: Error | undefined;
  private sent = 0;

  constructor(
    private readonly instances: number,
    private readonly url: string,
    private readonly sdkKey: string,
  ) {
    this.timer = setInterval(() => this.report(), 60_000 / instances);
  }

  /** @returns how many reports were sent @throws when one was not taken */
  close(): number {
    clearInterval(this.timer);
    if (this.failure) throw this.failure;
    return this.sent;
  }

  private report(): void {
    const instance = this.sent++ % this.instances;
    const flags = Array.from({ length: FLAGS_OF_REPORT }, (_, n) => [
      `flag-${String((instance + n) % 100).padStart(3, '0')}`,
      { on: 700, off: 300 },
    ]);
    const body = JSON.stringify({
      window: randomUUID(),
      reports: [
        {
          app: `app-${instance % 50}`,
          sdk: '@burgee/sdk',
          sdk_version: '0.2.0',
          instance: `instance-${instance}`,
          flags: Object.fromEntries(flags) as object,
        },
      ],
    });
    const headers = {
      'x-sdk-key': this.sdkKey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const call = request(`${this.url}/api/v1/usage`, { method: 'POST', agent: this.agent, headers }, (response) => {
      response.resume();
      if (response.statusCode !== 202) this.failure = new Error(`A report was answered ${response.statusCode}.`);
    });
    call.on('error', (error) => (this.failure = error));
    call.end(body);
  }
}
