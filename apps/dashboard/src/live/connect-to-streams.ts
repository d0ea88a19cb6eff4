import { serveTabs } from './serve-tabs.js';

let serveHere: ((port: MessagePort) => void) | undefined;

/** Connects to streams of this tab alone. */
export function connectAlone(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serveHere ??= serveTabs();
  serveHere(port2);
  return port1;
}

export const hasSharedWorkers = () => 'SharedWorker' in globalThis;

/** Connects to the streams of all tabs. Builds share no worker, because the address of its file has a hash. */
export function connectShared(onError: () => void): MessagePort {
  const worker = new SharedWorker(new URL('./streams-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', onError);
  return worker.port;
}
