// One flag, from registration to an SDK's read, through the two published ports.
import assert from 'node:assert/strict';
import { eventually } from './eventually.mjs';

const PUBLIC = 'http://localhost:8080';
const SDK = 'http://localhost:8081';

async function call(method, path, { body, headers, base = PUBLIC } = {}) {
  const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(base + path, { method, headers, ...json, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${base}${path} answered ${response.status}: ${text}`);
  return { response, body: text ? JSON.parse(text) : undefined };
}

/**
 * Throws at the first answer that is not as it should be. The flag is on at its end.
 * @param setup of a setup link, which makes the account administrator
 * @returns what an SDK sees, its key, and a switch
 */
export async function roundTrip(say, setup) {
  // As a browser sends it: taken only when auth believes the gateway about the host, so this also proves TRUSTED_PROXIES.
  const password = 'correct-horse-battery-staple';
  const person = { name: 'Ada', email: 'ada@example.com', password, confirmPassword: password, setup };
  const registered = await call('POST', '/api/auth/register', { body: person, headers: { origin: PUBLIC } });
  // A proxy may set cookies of its own.
  const cookies = registered.response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = cookies.join('; ');
  assert.match(cookie, /(^|; )token=/);
  const headers = { cookie };
  if (setup) await call('GET', '/api/administration/accounts', { headers });
  say(setup ? 'registered as administrator, by the setup link' : 'registered');

  const { body: project } = await call('POST', '/api/projects', { body: { name: 'Harbour' }, headers });
  const { body: environments } = await call('GET', `/api/projects/${project.id}/environments`, { headers });
  const [environment] = environments;
  const { body: flag } = await call('POST', `/api/projects/${project.id}/flags`, { body: { key: 'beacon' }, headers });
  say('made a project and a flag');

  const key = { 'x-sdk-key': environment.sdk_key };
  const seen = async (base) => (await call('GET', '/api/v1/flags', { headers: key, base })).body[0]?.is_enabled;
  assert.equal(await seen(SDK), false);
  const toggle = `/api/flags/${flag.id}/environments/${environment.id}/toggle`;
  const turn = (is_enabled) => call('PATCH', toggle, { body: { is_enabled }, headers });
  await turn(true);
  for (const base of [PUBLIC, SDK]) assert.equal(await seen(base), true);
  say('toggled it, and an SDK saw it at once through both ports');

  await eventually('the audit entry of the toggle', async () => {
    const { body: entries } = await call('GET', `/api/flags/${flag.id}/audit`, { headers });
    return entries.some(({ action }) => action === 'flag_toggle');
  });
  say('found the toggle in the audit log');
  return { seen: () => seen(PUBLIC), sdkKey: environment.sdk_key, turn };
}
