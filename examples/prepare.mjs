/** Where `npm start` serves, unless told otherwise. */
export const BURGEE = process.env.BURGEE ?? 'http://localhost:8080';

async function call(path, body, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(BURGEE + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new Error(`There is no Burgee at ${BURGEE}. Start it with: npm start`);
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.detail}`);
  // A proxy may set cookies of its own.
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { answer, cookie: cookies.join('; ') };
}

/**
 * Registers a user with a project and a flag, so that an example runs without a click. Your own application does not need this:
 * copy a key of an environment from the dashboard: the SDK key for a server, the client key for a page.
 * @param origin the origin of the example's page, if it has one: pages of other origins are refused
 * @returns the keys of its environment
 */
export async function prepare(flagKey, origin) {
  const email = `example-${Date.now()}@example.com`;
  const password = 'correct horse battery';
  const { cookie } = await call('/api/auth/register', { name: 'Example', email, password, confirmPassword: password });
  const environments = [{ name: 'Development', url: origin }];
  const { answer: project } = await call('/api/projects', { name: 'Example', environments }, cookie);
  await call(`/api/projects/${project.id}/flags`, { key: flagKey }, cookie);
  console.log(`Sign in at ${BURGEE} as ${email} with "${password}", open Example, and flip ${flagKey}.`);
  const [{ sdk_key: sdkKey, client_key: clientKey }] = project.environments;
  return { sdkKey, clientKey };
}

/** Prints an error as its message. */
export async function run(example) {
  try {
    await example();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
