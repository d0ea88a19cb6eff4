import type { FlagClient, FlagServer } from './flag-server.js';

/** Reads each `seconds`, beginning at a moment of its own. A read that fails is tried again at the next. */
function connectPolling(
  read: () => Promise<boolean>,
  onValue: (isOn: boolean) => void,
  { seconds, index, clients }: { seconds: number; index: number; clients: number },
): FlagClient {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const poll = async () => onValue(await read());
  const repeat = () => {
    if (isClosed) return;
    poll().catch(() => undefined);
    timer = setTimeout(repeat, seconds * 1_000);
  };
  timer = setTimeout(repeat, (seconds * 1_000 * (index + 1)) / clients);
  return {
    ready: poll(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** A server whose clients poll every `seconds`. */
export function polling(
  readUrls: readonly string[],
  seconds: number,
  read: FlagServer['read'],
): Pick<FlagServer, 'settings' | 'readUrls' | 'read' | 'delivery' | 'connect'> {
  return {
    settings: [`reads at ${readUrls.length}`, `clients poll each ${seconds} s`],
    readUrls,
    read,
    delivery: `poll each ${seconds} s`,
    connect: (onValue, index, clients) => {
      const readUrl = readUrls[index % readUrls.length] ?? '';
      return connectPolling(() => read(readUrl), onValue, { seconds, index, clients });
    },
  };
}
