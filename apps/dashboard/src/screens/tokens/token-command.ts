import type { NewTokenView } from '@burgee/contracts/http';

type Used = Pick<NewTokenView, 'token' | 'verbs' | 'project_id'>;

const VALUE = '/api/flags/FLAG_ID/environments/ENVIRONMENT_ID';

/** A call that the token may make, with a body if it is a change. */
function callOf({ verbs, project_id }: Used): readonly [method: string, path: string, body?: object] {
  const project = `/api/projects/${project_id ?? 'PROJECT_ID'}`;
  if (verbs.includes('read')) return ['GET', project_id === null ? '/api/projects' : `${project}/flags`];
  if (verbs.includes('administer')) return ['GET', '/api/administration/accounts'];
  if (verbs.includes('switch')) return ['PATCH', `${VALUE}/toggle`, { is_enabled: true }];
  if (verbs.includes('edit')) return ['PATCH', VALUE, { rollout_percentage: 10 }];
  return ['POST', `${project}/flags`, { key: 'new-checkout', name: 'New checkout' }];
}

/** A line for a shell that uses a new token. */
export function tokenCommand(token: Used, origin: string): string {
  const [method, path, body] = callOf(token);
  const sent = body ? ` \\\n  -X ${method} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'` : '';
  return `curl -sS ${origin}${path} \\\n  -H 'authorization: Bearer ${token.token}'${sent}`;
}
