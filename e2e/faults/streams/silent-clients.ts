import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/*
 * Clients that only the system can make: perl, which every Debian has, sets options of sockets that Node does not.
 * `reads nothing`: small buffers and packets, so that the kernel holds little and the server soon has to. `vanished`: a
 * packet filter that drops all that comes in, before it is acknowledged, as if its cable had been pulled.
 */
const SCRIPT = `
use strict; use warnings; use Socket qw(:all);
my ($count, $port, $key, $vanish) = @ARGV;
my @sockets;
$| = 1;
for (1 .. $count) {
  socket(my $s, PF_INET, SOCK_STREAM, 0) or die $!;
  unless ($vanish) {
    setsockopt($s, SOL_SOCKET, SO_RCVBUF, pack('i', 2048)) or die $!;
    setsockopt($s, IPPROTO_TCP, 2, pack('i', 536)) or die $!;
  }
  connect($s, sockaddr_in($port, inet_aton('127.0.0.1'))) or die $!;
  syswrite($s, "GET /api/v1/stream HTTP/1.1\\r\\nhost: x\\r\\nx-sdk-key: $key\\r\\n\\r\\n");
  push @sockets, $s;
  # No faster than streams are admitted.
  select(undef, undef, undef, 0.006);
}
if ($vanish) {
  for my $s (@sockets) { my $text = ''; sysread($s, $text, 8192, length $text) while $text !~ /event: ready/; }
  my $drop_all = pack('S C C L', 0x06, 0, 0, 0);
  for my $s (@sockets) { setsockopt($s, SOL_SOCKET, 26, pack('S x![P] P', 1, $drop_all)) or die $!; }
}
print "there\\n";
sleep 1000;
`;

export interface SilentClients {
  leave: () => Promise<void>;
}

/** @throws when they cannot be made */
export async function silentClients(
  kind: 'reads nothing' | 'vanished',
  count: number,
  url: string,
  sdkKey: string,
): Promise<SilentClients> {
  const args = ['-e', SCRIPT, String(count), new URL(url).port, sdkKey, kind === 'vanished' ? '1' : ''];
  const child: ChildProcess = spawn('perl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const there = once(createInterface(child.stdout!), 'line');
  await Promise.race([
    there,
    gone.then(([code]) => {
      throw new Error(`perl ended with ${code}`);
    }),
  ]);
  const leave = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return { leave };
}
