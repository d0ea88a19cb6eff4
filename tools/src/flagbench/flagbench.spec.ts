import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { measureServer } from './measure-server.js';
import { toPicture, toTable } from './report.js';
import { connectServer, parseServers } from './servers-file.js';

const NUMBERS = { writes: 3, reads: 5, rounds: 2, clients: 4 };

let server: Server;
afterEach(() => void server?.close());

/** A server of OFREP whose next `late` evaluations after a switch still have the value of before. */
async function servers(late: number, kept = Infinity) {
  let [isOn, was, left] = [false, false, 0];
  server = createServer((request, response) => {
    if (request.method === 'PUT') {
      const next = request.url === '/on';
      if (next !== isOn) [was, isOn, left] = [isOn, next, kept-- > 0 ? late : 0];
      return response.end();
    }
    request.resume().on('end', () => {
      const value = left > 0 ? was : isOn;
      left--;
      response.end(JSON.stringify({ key: 'a', value }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [on, off] = ['on', 'off'].map((name) => ({ method: 'PUT', url: `${url}/${name}` }));
  return parseServers(JSON.stringify([{ kind: 'ofrep', name: 'A <b>', url, flag: 'a', on, off, poll_seconds: 0.02 }]));
}

const measure = async (late: number) => {
  const [settings] = await servers(late, NUMBERS.writes);
  return measureServer(await connectServer(settings!), NUMBERS);
};

describe('flagbench', () => {
  it('finds no stale answer where there is none, and follows each change to all clients', async () => {
    const figures = await measure(0);
    expect([figures.answers, figures.stale, figures.freshAfter]).toEqual([15, 0, [0, 0, 0]]);
    expect(figures.everyClientAfter).toHaveLength(NUMBERS.rounds);
  });

  it('counts the answers with the value of before, and how long there are any', async () => {
    const figures = await measure(7);
    // Of seven stale answers five are to reads at once after the write; only those count.
    expect([figures.answers, figures.stale]).toEqual([15, 15]);
    for (const milliseconds of figures.freshAfter) expect(milliseconds).toBeGreaterThan(0);
  });

  it('ends with what the server answered when it takes no write', async () => {
    const [settings] = await servers(0);
    const taking = await connectServer(settings!);
    server.removeAllListeners('request').on('request', (_request, response) => response.writeHead(403).end());
    await expect(measureServer(taking, NUMBERS)).rejects.toThrow(/^PUT http:.*\/off answered 403\.$/);
  });

  it('prints a row for each server, and a picture in which names are text', async () => {
    const figures = await measure(7);
    expect(toTable([figures], 4)).toContain('| A <b> | 15 of 15 |');
    const picture = toPicture([figures], 4);
    expect(picture).toContain('A &lt;b&gt;');
    expect(picture).toContain('100.0 %');
  });

  it.each([
    ['{}', 'The file has to be a JSON array of servers.'],
    ['[{"kind":"x"}]', 'Server 1 is of no known kind: it is one of burgee, unleash, ofrep.'],
    ['[null]', 'Server 1 is of no known kind: it is one of burgee, unleash, ofrep.'],
    ['[{"kind":"ofrep","url":"http://a","flag":"a"}]', 'Server 1 (ofrep) lacks on, off.'],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseServers(text)).toThrow(message);
  });
});
