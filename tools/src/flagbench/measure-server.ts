import { setTimeout as delay } from 'node:timers/promises';
import type { FlagClient, FlagServer } from './flag-server.js';

export interface FlagbenchOptions {
  /** Writes after which reads are counted. */
  writes: number;
  /** Reads of each address at once after a write. */
  reads: number;
  /** Writes that are followed to every client. */
  rounds: number;
  clients: number;
}

export interface ServerFigures {
  name: string;
  settings: readonly string[];
  delivery: string;
  /** Answers to reads that began after the write was confirmed, and how many had the old value. */
  answers: number;
  stale: number;
  /** From a confirmed write until each address answers the new value, milliseconds; one for each write. */
  freshAfter: readonly number[];
  /** From the request that writes until every client has the value, milliseconds; one for each round. */
  everyClientAfter: readonly number[];
  /** Until all clients have their first flags, milliseconds. */
  openedAfter: number;
}

const LOOK_AGAIN_MILLISECONDS = 50;
const AT_MOST_MILLISECONDS = 120_000;

/** @throws when the server answers the old value for two minutes */
async function countStale(server: FlagServer, isOn: boolean, reads: number) {
  await server.set(isOn);
  const confirmedAt = performance.now();
  const ask = (each: number) =>
    Promise.all(server.readUrls.flatMap((url) => Array.from({ length: each }, () => server.read(url))));
  let answers = await ask(reads);
  const [count, stale] = [answers.length, answers.filter((answer) => answer !== isOn).length];
  while (answers.some((answer) => answer !== isOn)) {
    if (performance.now() - confirmedAt > AT_MOST_MILLISECONDS)
      throw new Error(`${server.name} answers the old value two minutes after it confirmed the new one.`);
    await delay(LOOK_AGAIN_MILLISECONDS);
    // Servers limit how often they are asked.
    answers = await ask(1);
  }
  return { count, stale, freshAfter: stale === 0 ? 0 : performance.now() - confirmedAt };
}

/** Clients of one server, and when all of them have a value. */
class Clients {
  private readonly values: (boolean | undefined)[];
  private readonly clients: FlagClient[];
  private awaited: { isOn: boolean; reached: () => void } | undefined;

  constructor(server: FlagServer, count: number) {
    this.values = Array.from({ length: count });
    this.clients = this.values.map((_, index) => server.connect((isOn) => this.learn(index, isOn), index, count));
  }

  async ready(): Promise<void> {
    await Promise.all(this.clients.map(({ ready }) => ready));
  }

  /** @throws when one does not have it within two minutes */
  async all(isOn: boolean): Promise<void> {
    const controller = new AbortController();
    const late = delay(AT_MOST_MILLISECONDS, undefined, { signal: controller.signal }).then(() => {
      const missing = this.values.filter((value) => value !== isOn).length;
      throw new Error(`${missing} of ${this.values.length} clients do not have a change after two minutes.`);
    });
    const reached = new Promise<void>((resolve) => {
      this.awaited = { isOn, reached: resolve };
      this.check();
    });
    await Promise.race([reached, late]).finally(() => {
      controller.abort();
      late.catch(() => undefined);
    });
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private learn(index: number, isOn: boolean): void {
    this.values[index] = isOn;
    this.check();
  }

  private check(): void {
    if (this.awaited && this.values.every((value) => value === this.awaited?.isOn)) this.awaited.reached();
  }
}

/** Stale answers after confirmed writes, and how long a change takes to all clients, of one server alone. */
export async function measureServer(
  server: FlagServer,
  { writes, reads, rounds, clients: count }: FlagbenchOptions,
): Promise<ServerFigures> {
  await server.set(false);
  let isOn = false;
  const figures = { answers: 0, stale: 0, freshAfter: [] as number[], everyClientAfter: [] as number[] };
  for (let write = 0; write < writes; write++) {
    const { count: answers, stale, freshAfter } = await countStale(server, (isOn = !isOn), reads);
    figures.answers += answers;
    figures.stale += stale;
    figures.freshAfter.push(freshAfter);
  }
  const openedFrom = performance.now();
  const clients = new Clients(server, count);
  try {
    await clients.ready();
    const openedAfter = performance.now() - openedFrom;
    for (let round = 0; round < rounds; round++) {
      await clients.all(isOn);
      const askedAt = performance.now();
      await server.set((isOn = !isOn));
      await clients.all(isOn);
      figures.everyClientAfter.push(performance.now() - askedAt);
    }
    return { name: server.name, settings: server.settings, delivery: server.delivery, openedAfter, ...figures };
  } finally {
    clients.close();
  }
}
