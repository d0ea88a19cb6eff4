import { serveTabs } from './serve-tabs.js';

/** A `SharedWorker`: it holds the streams of all tabs of this browser. */
const serve = serveTabs();
addEventListener('connect', (event) => {
  for (const port of (event as MessageEvent).ports) serve(port);
});
