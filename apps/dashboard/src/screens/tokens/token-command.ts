import type { NewTokenView } from '@burgee/contracts/http';

type Used = Pick<NewTokenView, 'token' | 'verbs' | 'project_id' | 'environments'>;
type Call = readonly [method: string, path: string, body?: object];

/** Stands for an ID that the page does not know. */
export const ENVIRONMENT_ID = 'ENVIRONMENT_ID';

/** The calls that the token may make: one that reads, and one that changes a value. */
function callsOf({ verbs, project_id, environments }: Used): Call[] {
  const project = `/api/projects/${project_id ?? 'PROJECT_ID'}`;
  const value = `/api/flags/FLAG_ID/environments/${environments?.[0] ?? ENVIRONMENT_ID}`;
  const calls: Call[] = [];
  if (verbs.includes('read')) calls.push(['GET', project_id === null ? '/api/projects' : `${project}/flags`]);
  else if (verbs.includes('administer')) calls.push(['GET', '/api/administration/accounts']);
  if (verbs.includes('switch')) calls.push(['PATCH', `${value}/toggle`, { is_enabled: true }]);
  else if (verbs.includes('edit')) calls.push(['PATCH', value, { rollout_percentage: 10 }]);
  return calls.length > 0 ? calls : [['POST', `${project}/flags`, { key: 'new-checkout', name: 'New checkout' }]];
}

/** Lines for a shell that use a new token. */
export const tokenCommands = (token: Used, origin: string): string[] =>
  callsOf(token).map(([method, path, body]) => {
    const sent = body
      ? ` \\\n  -X ${method} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`
      : '';
    return `curl -sS ${origin}${path} \\\n  -H 'authorization: Bearer ${token.token}'${sent}`;
  });
