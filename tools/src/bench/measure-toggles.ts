import { Agent, request } from 'node:http';
import pg from 'pg';
import type { BenchHouse } from './bench-house.js';
import type { Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';

const SAMPLES = 500;
/** Node compiles what runs often: a toggle of a service that has done thousands takes half the processor time of the first. */
const WARM_UP = 3_000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function patch(url: string, cookie: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method: 'PATCH', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`PATCH answered ${response.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A toggle with all that belongs to it, beside one UPDATE of one row on the same Postgres; one at a time, in turn. */
export async function measureToggles(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: house.postgresUrl });
  await client.connect();
  await client.query('create table public.yardstick (id int primary key, is_enabled boolean not null)');
  await client.query('insert into public.yardstick values (1, false)');
  const path = `/api/flags/${scene.flagIds[0]}/environments/${scene.environmentId}/toggle`;
  let on = false;
  const toggle = (base: string) => {
    on = !on;
    return patch(base + path, scene.cookie, JSON.stringify({ is_enabled: on }));
  };
  const update = () =>
    client.query({ name: 'yardstick', text: 'update public.yardstick set is_enabled = $1 where id = 1', values: [on] });
  for (let i = 0; i < WARM_UP; i++) {
    await toggle(i % 2 === 0 ? house.flagsAdminUrl : house.gatewayUrl);
    await update();
  }
  const samples: { direct: number; public: number; update: number }[] = [];
  for (let i = 0; i < SAMPLES; i++)
    samples.push({
      direct: await milliseconds(() => toggle(house.flagsAdminUrl)),
      update: await milliseconds(update),
      public: await milliseconds(() => toggle(house.gatewayUrl)),
    });
  await client.end();
  const yardstick = median(samples.map((sample) => sample.update));
  const against = (name: string, values: number[], target?: Measurement['target']): Measurement => ({
    name,
    ours: median(values),
    yardstick,
    ratio: median(values) / yardstick,
    unit: 'ms',
    ...(target && { target }),
  });
  return [
    against(
      'PATCH toggle at flags-admin, beside UPDATE',
      samples.map((sample) => sample.direct),
      { atMost: 5 },
    ),
    against(
      'PATCH toggle through api-gateway, beside UPDATE',
      samples.map((sample) => sample.public),
    ),
  ];
}
