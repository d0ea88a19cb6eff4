import { setTimeout as delay } from 'node:timers/promises';
import type { WriteRecord } from '@burgee/testing';
import { call } from '../call.js';
import type { Random } from './random.js';
import type { LoadedEnvironment, HistoryFixture } from './history-fixture.js';

/** A write as its caller saw it; which revision it made is found out afterwards. */
export type Written = Omit<WriteRecord, 'revision'> & {
  service: string;
  status: number | undefined;
  /** The `Burgee-Position` of its answer. */
  position?: string;
};

/** Changes one environment, one write after the other, now through this replica, now through that one. */
export class Writer {
  readonly written: Written[] = [];
  /** The value of each flag, or undefined when the last write's outcome is not known. */
  private readonly enabled = new Map<string, boolean | undefined>();

  constructor(
    private readonly fixture: HistoryFixture,
    private readonly load: LoadedEnvironment,
    private readonly random: Random,
  ) {
    for (const flag of fixture.flags) this.enabled.set(flag.id, false);
  }

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const done = await this.write();
      const pause = done ? this.random.between(30, 170) : this.random.between(200, 500);
      await delay(pause, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  /** The position of the last write that was acknowledged. */
  get lastPosition(): string | undefined {
    return this.written.findLast(({ end }) => end !== Infinity)?.position;
  }

  /** @returns whether it was acknowledged */
  async write(): Promise<boolean> {
    const flag = this.random.pick(this.fixture.flags);
    const known = this.enabled.get(flag.id);
    const isEnabled = known === undefined ? this.random.next() < 0.5 : !known;
    const id = `write-${this.load.environment.slug}-${this.written.length}`;
    // A toggle to the value that is there changes nothing; an edit with a text of its own always does.
    const toggles = known !== undefined && this.random.next() < 0.7;
    const path = `/api/flags/${flag.id}/environments/${this.load.environment.id}${toggles ? '/toggle' : ''}`;
    const body = { is_enabled: isEnabled, ...(!toggles && { targeting_attribute: 'write', targeting_value: id }) };
    const services = Object.values(this.fixture.cluster.services).filter(({ name }) => name.startsWith('flags-admin'));
    const { name, url } = this.random.pick(services);
    const record: Written = { id, service: name, begin: performance.now(), end: Infinity, status: undefined };
    this.written.push(record);
    const headers = { cookie: this.cookie, 'x-request-id': id };
    const answer = await call(`${url}${path}`, { method: 'PATCH', headers, body, withinMs: 6_000 });
    const acknowledged = answer?.status === 200;
    if (acknowledged) {
      record.end = performance.now();
      record.position = String(answer.headers['burgee-position']);
    }
    record.status = answer?.status;
    this.enabled.set(flag.id, acknowledged ? isEnabled : undefined);
    return acknowledged;
  }

  private get cookie(): string {
    return [...this.fixture.project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
