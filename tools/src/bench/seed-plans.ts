import { fetchJson } from '../fetch-json.js';

const [SCHEDULES, STEPS, REQUESTS] = [100, 20, 100];
const DAY_MILLISECONDS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString();

/** Schedules and change requests of one environment, as many and as large as there may be. @returns one of each */
export async function seedPlans(
  base: string,
  cookie: string,
  { projectId, environmentId, flagIds }: { projectId: string; environmentId: string; flagIds: readonly string[] },
): Promise<{ scheduleId: string; requestId: string }> {
  const send = async (method: string, path: string, content: object) =>
    (await fetchJson(base + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })) as { id: string };
  const made = { scheduleId: '', requestId: '' };
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    at: inDays(index + 1),
    patch: { rollout_percentage: 5 * index },
  }));
  for (let index = 0; index < SCHEDULES; index++) {
    const path = `/api/flags/${flagIds[index % flagIds.length]}/environments/${environmentId}/schedules`;
    made.scheduleId = (await send('POST', path, { name: `Schedule ${index}`, steps })).id;
  }
  await send('PATCH', `/api/projects/${projectId}/environments/${environmentId}`, { approvals: 1 });
  const changes = flagIds.map((flag_id) => ({ flag_id, patch: { rollout_percentage: 50 } }));
  for (let index = 0; index < REQUESTS; index++)
    made.requestId = (await send('POST', `/api/environments/${environmentId}/change-requests`, { changes })).id;
  return made;
}
