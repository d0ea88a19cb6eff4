/** Just enough of a dashboard to make things to measure. */
export class DashboardClient {
  constructor(
    private readonly base: string,
    private cookie = '',
  ) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.base + path, {
      method,
      headers: { cookie: this.cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0] ?? '';
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  get cookieHeader(): string {
    return this.cookie;
  }
}

export interface Scene {
  cookie: string;
  sdkKey: string;
  environmentId: string;
  flagIds: string[];
}

/** A project with `flags` flags in its first environment. */
export async function makeScene(base: string, flags: number): Promise<Scene> {
  const client = new DashboardClient(base);
  const password = 'bench bench bench';
  await client.call('POST', '/api/auth/register', {
    name: 'Bench',
    email: 'bench@example.com',
    password,
    confirmPassword: password,
  });
  const project = await client.call<{ id: string; environments: { id: string; sdk_key: string }[] }>(
    'POST',
    '/api/projects',
    {
      name: 'Bench',
      environments: [{ name: 'Production' }],
    },
  );
  const environment = project.environments[0] ?? { id: '', sdk_key: '' };
  const flagIds: string[] = [];
  for (let i = 0; i < flags; i++) {
    const key = `flag-${String(i).padStart(3, '0')}`;
    const flag = await client.call<{ id: string }>('POST', `/api/projects/${project.id}/flags`, {
      key,
      name: `Flag number ${i}`,
    });
    flagIds.push(flag.id);
  }
  return { cookie: client.cookieHeader, sdkKey: environment.sdk_key, environmentId: environment.id, flagIds };
}
