// Answers each line on its input, a flag and a context, with a line: what Unleash's SDK says, with `true` as the default.
import { once } from 'node:events';
import { splitLines } from '@burgee/contracts/wire';
import { Unleash } from 'unleash-client';

const { BURGEE, BURGEE_SDK_KEY, FOLDER, STREAM } = process.env;
const unleash = new Unleash({
  url: `${BURGEE}/unleash/api/`,
  appName: 'interop',
  customHeaders: { Authorization: BURGEE_SDK_KEY },
  refreshInterval: 1_000,
  metricsInterval: 1_000,
  backupPath: FOLDER,
  ...(STREAM && { experimentalMode: { type: 'streaming' } }),
});
unleash.on('error', ({ message }) => console.error(message));
await once(unleash, 'synchronized');

for await (const line of splitLines(process.stdin)) {
  const { flag, context } = JSON.parse(line.toString());
  const { enabled, payload } = unleash.getVariant(flag, context);
  const value = enabled ? (payload?.value ?? null) : null;
  console.log(JSON.stringify({ isEnabled: unleash.isEnabled(flag, context, true), value }));
}
process.exit();
