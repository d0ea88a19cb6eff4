/** Every point at which a process can be made to fail. Each name occurs once in the code, in a call of `failpoint`. */
export const FAILPOINTS = [
  'before-claim',
  'before-commit',
  'after-commit',
  'after-insert',
  'before-acknowledge',
  'before-webhook',
  'after-webhook',
] as const;

export type FailpointName = (typeof FAILPOINTS)[number];

const SIGNALS: Record<string, NodeJS.Signals> = { kill: 'SIGKILL', pause: 'SIGSTOP' };

interface Armed {
  signal: NodeJS.Signals;
  name: FailpointName;
}

/**
 * Reads `BURGEE_FAILPOINT`: `kill:<name>` or `pause:<name>`. A tool of the fault tests, not a setting: anyone who can
 * set it in production can end the process anyway.
 * @throws unless NODE_ENV is `test`, and for an unknown value
 */
export function armedBy(env: NodeJS.ProcessEnv): Armed | undefined {
  const text = env.BURGEE_FAILPOINT;
  if (text === undefined) return undefined;
  if (env.NODE_ENV !== 'test') throw new Error('BURGEE_FAILPOINT is for fault tests: it needs NODE_ENV=test.');
  const [action = '', given] = text.split(':');
  const [signal, name] = [SIGNALS[action], FAILPOINTS.find((one) => one === given)];
  if (!signal || !name)
    throw new Error(`BURGEE_FAILPOINT must be kill: or pause: and one of ${FAILPOINTS.join(', ')}; it is ${text}.`);
  return { signal, name };
}

const armed = armedBy(process.env);

/** Does nothing unless a fault test has armed this point: then the process is killed or paused here, at once. */
export function failpoint(name: FailpointName): void {
  if (armed?.name === name) process.kill(process.pid, armed.signal);
}
