const ESTABLISHED = '01';
const ZERO_WINDOW_PROBE = '04';
/** Columns of /proc/net/tcp, see proc(5). */
const [LOCAL, REMOTE, STATE, QUEUES, TIMER, RETRANSMITS] = [1, 2, 3, 4, 5, 6];

/** The kernel writes each 32-bit word of an address in host byte order: little endian wherever Node runs. */
function addressOf(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, 'hex')].toReversed());
  if (bytes.length === 4) return bytes.join('.');
  const isV4 = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (isV4) return `::ffff:${bytes.slice(12).join('.')}`;
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/**
 * Peers connected to `port` of this machine that leave retransmitted bytes unacknowledged, or whose window is closed.
 * @param table the text of /proc/net/tcp or tcp6
 * @returns each as `address:port`, in Node's format
 */
export function stuckPeers(table: string, port: number): string[] {
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  return table.split('\n').flatMap((line) => {
    if (!line.includes(own)) return [];
    const columns = line.trim().split(/\s+/);
    const at = (index: number | undefined) => columns[index ?? 0] ?? '';
    if (!`${at(LOCAL)} `.endsWith(own) || at(STATE) !== ESTABLISHED || at(QUEUES).startsWith('00000000:')) return [];
    if (Number.parseInt(at(RETRANSMITS), 16) === 0 && !at(TIMER).startsWith(ZERO_WINDOW_PROBE)) return [];
    const [address = '', peerPort = ''] = at(REMOTE).split(':');
    return [`${addressOf(address)}:${Number.parseInt(peerPort, 16)}`];
  });
}
