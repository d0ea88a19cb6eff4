import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Reads flags at a fixed rate in a process of its own, where no other load holds them up. The first message says what is read;
 * then `start` starts it, and `stop` is answered with how many milliseconds each read took, once the last is answered.
 */
export interface ReadsAtRate {
  url: string;
  sdkKey: string;
  perSecond: number;
}

const agent = new Agent({ keepAlive: true });
let stop = new AbortController();
let taken: number[] = [];
const underWay = new Set<ClientRequest>();
let reads: ReadsAtRate | undefined;

function read({ url, sdkKey }: ReadsAtRate): void {
  const sentAt = performance.now();
  const sent = request(url, { agent, headers: { 'x-sdk-key': sdkKey } }, (response) => {
    response.resume();
    response.on('end', () => {
      if (response.statusCode !== 200) throw new Error(`A read answered ${response.statusCode}.`);
      taken.push(performance.now() - sentAt);
      underWay.delete(sent);
    });
  });
  underWay.add(sent);
  sent.end();
}

async function run(reads: ReadsAtRate, { signal }: AbortController): Promise<void> {
  taken = [];
  const startedAt = performance.now();
  for (let index = 1; !signal.aborted; index++) {
    read(reads);
    await delay(Math.max(0, startedAt + (index * 1_000) / reads.perSecond - performance.now()));
  }
}

/** The slowest reads are those that are under way still. */
async function answer(): Promise<void> {
  while (underWay.size > 0) await delay(1);
  process.send?.(taken);
}

process.on('message', (message: ReadsAtRate | 'start' | 'stop') => {
  if (message === 'stop') {
    stop.abort();
    void answer();
  } else if (message !== 'start') reads = message;
  else if (reads) void run(reads, (stop = new AbortController()));
});
process.on('disconnect', () => process.exit());
