import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { stuckPeers } from './stuck-peers.js';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (local: string, remote: string, rest: string) =>
  `   0: ${local} ${remote} ${rest}   0   0 1234 2 0 0 20 4 30 10 -1`;
const QUIET = '01 00000000:00000000 00:00000000 00000000';
const RESENT = '01 00000014:00000000 01:00000035 00000003';

describe('peers who are stuck', () => {
  it.each([
    ['all is acknowledged', line('0100007F:1F91', '0200007F:9C40', QUIET), []],
    ['bytes are on their way', line('0100007F:1F91', '0200007F:9C40', '01 00000014:00000000 01:00000035 00000000'), []],
    ['bytes were sent again', line('0100007F:1F91', '0200007F:9C40', RESENT), ['127.0.0.2:40000']],
    [
      'the window is shut',
      line('0100007F:1F91', '0200007F:9C40', '01 00000014:00000000 04:00000035 00000000'),
      ['127.0.0.2:40000'],
    ],
    ['of another port', line('0100007F:1F92', '0200007F:9C40', RESENT), []],
    ['who connect from that port', line('0200007F:9C40', '0100007F:1F91', RESENT), []],
    ['who are closing', line('0100007F:1F91', '0200007F:9C40', RESENT.replace('01', '04')), []],
    [
      'IPv4 within IPv6',
      line('0000000000000000FFFF00000100007F:1F91', '0000000000000000FFFF00000200007F:9C40', RESENT),
      ['::ffff:127.0.0.2:40000'],
    ],
    [
      'IPv6',
      line('00000000000000000000000001000000:1F91', 'B80D01200000000000000000A1000000:9C40', RESENT),
      ['2001:db8::a1:40000'],
    ],
  ])('%s', (_, text, peers) => expect(stuckPeers(`${HEAD}\n${text}\n`, 8081)).toEqual(peers));

  it('are found in the socket table of this machine when they take no more bytes', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').pause();
    const [socket] = (await once(server, 'connection')) as [Socket];
    try {
      socket.write(Buffer.alloc(32 * 1024 * 1024));
      const { remotePort } = socket;
      await eventually(() =>
        expect(stuckPeers(readFileSync('/proc/net/tcp', 'latin1'), port)).toEqual([`127.0.0.1:${remotePort}`]),
      );
    } finally {
      client.destroy();
      socket.destroy();
      server.close();
    }
  });
});
