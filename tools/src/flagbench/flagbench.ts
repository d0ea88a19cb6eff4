import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '@burgee/launcher';
import { replacePart } from '../page-part.js';
import { ROOT } from '../start/settings.js';
import { measureServer, type ServerFigures } from './measure-server.js';
import { toPicture, toTable } from './report.js';
import { connectServer, parseServers, type ServerSettings } from './servers-file.js';
import { startHere } from './start-here.js';

const NUMBERS = { writes: 25, reads: 10, rounds: 3, clients: 100 };

const PAGE = 'stale-reads.md';

const USAGE = `npm run flagbench                   starts Burgee, Unleash and Unleash Edge here and measures them
npm run flagbench -- servers.json   measures the servers of that file (docs/operate/stale-reads.md)

  --writes ${NUMBERS.writes}     confirmed writes after which reads are counted
  --reads ${NUMBERS.reads}       reads of each address at once after a write
  --rounds ${NUMBERS.rounds}       changes that are followed to each client
  --clients ${NUMBERS.clients}    clients of each server
  --picture FILE   where to write a picture (SVG)
  --write          puts them into docs/operate/stale-reads.md`;

const PICTURE = 'stale-reads.svg';
const PLACE = ['<!-- flagbench -->', '<!-- end of flagbench -->'] as const;

function numberOf(values: Record<string, string | boolean | undefined>, name: keyof typeof NUMBERS): number {
  const given = values[name];
  if (given === undefined) return NUMBERS[name];
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} has to be a whole number above 0.`);
  return number;
}

/**
 * Toggles a flag of each server, one server after the other, and counts what reads and clients see of it. Prints a table.
 * @throws a sentence that says which server does not do what it should
 */
export async function flagbench(report: Report, args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      writes: text,
      reads: text,
      rounds: text,
      clients: text,
      picture: text,
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length > 1) return console.log(USAGE);
  const [writes, reads] = [numberOf(values, 'writes'), numberOf(values, 'reads')];
  const [rounds, clients] = [numberOf(values, 'rounds'), numberOf(values, 'clients')];
  const [file] = positionals;
  const load = loadavg()[0]?.toFixed(1);
  const here: { servers: ServerSettings[]; stop: () => Promise<void> } = file
    ? { servers: parseServers(readFileSync(file, 'utf8')), stop: async () => undefined }
    : await startHere(report);
  try {
    const figures: ServerFigures[] = [];
    for (const settings of here.servers) {
      const server = await connectServer(settings);
      const measure = () => measureServer(server, { writes, reads, rounds, clients });
      figures.push(await report(`Measuring ${server.name}`, measure));
    }
    const table = toTable(figures, clients);
    const about =
      `${writes} writes, each followed by ${reads} reads of each address at once; ${rounds} changes to clients. ` +
      `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, load ${load} before it began.`;
    console.log(`\n${table}\n\n${about}`);
    if (values.write) {
      const text = `${table}\n\n![Stale answers, and delivery](${PICTURE})\n\n${about}`;
      const folder = join(ROOT, 'docs', 'operate');
      const page = join(folder, PAGE);
      writeFileSync(page, replacePart(readFileSync(page, 'utf8'), PLACE, text));
      writeFileSync(join(folder, PICTURE), toPicture(figures, clients));
    }
    if (values.picture) writeFileSync(values.picture, toPicture(figures, clients));
  } finally {
    await here.stop();
  }
}
