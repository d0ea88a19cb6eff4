// Redis and NATS for the proof: those on PATH, else unpacked into its folder while there is a network.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, NATS, REDIS, silently } from '@burgee/launcher';

const [work] = process.argv.slice(2);
const found = [];
for (const source of [REDIS, NATS]) found.push(await findProgram(source, join(work, 'engines'), silently));
const joined = (values) => values.filter(Boolean).join(':');
const env = {
  PATH: joined([...found.map(({ command }) => dirname(command)), process.env.PATH]),
  LD_LIBRARY_PATH: joined(found.map((one) => one.env.LD_LIBRARY_PATH)),
};
writeFileSync(join(work, 'engines.json'), JSON.stringify(env));
