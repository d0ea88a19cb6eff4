import type { FlagType } from '@burgee/contracts/wire';
import { BurgeeClient, type Credentials } from './burgee-client.js';
import { findByIdOrName } from './find-by-id-or-name.js';
import type { PlannedFlag, PlannedValue } from './unleash/plan-flag.js';

export type ProjectPlace = Credentials & {
  url: string;
  /** Names, or ids. */
  project: string;
  environment: string;
};

export interface ExistingFlag {
  id: string;
  type: FlagType;
  isArchived: boolean;
  /** Undefined for an archived flag, which cannot be changed. */
  value: PlannedValue | undefined;
}

interface FlagRow {
  id: string;
  key: string;
  type: FlagType;
  archived_at?: string | null;
  environments: ({ environment_id: string } & PlannedValue)[];
}

const PAGE = 200;

async function signIn(client: BurgeeClient, place: ProjectPlace): Promise<void> {
  const credentials = 'token' in place ? { token: place.token } : { email: place.email, password: place.password };
  try {
    await client.signIn(credentials);
  } catch (error) {
    const { detail } = error as { detail?: string };
    if (detail === undefined || 'token' in place) throw error;
    throw new Error(`${place.url} does not sign ${place.email} in: ${detail}`, { cause: error });
  }
}

/** One environment of a project, through the dashboard's API. */
export class BurgeeProject {
  private constructor(
    private readonly client: BurgeeClient,
    private readonly id: string,
    private readonly environmentId: string,
    /** Undefined where a token may not see it. */
    readonly sdkKey: string | undefined,
  ) {}

  /** @throws what Burgee says to the sign-in, or that a name is of nothing, or of several */
  static async open(place: ProjectPlace): Promise<BurgeeProject> {
    const { url, project, environment } = place;
    const client = new BurgeeClient(url);
    await signIn(client, place);
    const { id } = findByIdOrName(await client.list<{ id: string; name: string }>('/api/projects'), project, 'project');
    const { environments } = (await client.get(`/api/projects/${id}`)) as {
      environments?: { id: string; name: string; sdk_key?: string }[];
    };
    const { id: environmentId, sdk_key: sdkKey } = findByIdOrName(environments ?? [], environment, 'environment');
    return new BurgeeProject(client, id, environmentId, sdkKey);
  }

  /** All flags by their keys, archived ones too: their keys are taken. */
  async flags(): Promise<Map<string, ExistingFlag>> {
    const path = `/api/projects/${this.id}/flags?limit=${PAGE}`;
    const active = await this.client.list<FlagRow>(path);
    const archived = await this.client.list<FlagRow>(`${path}&archived=true`);
    const toExisting = (row: FlagRow, isArchived: boolean): [string, ExistingFlag] => [
      row.key,
      {
        id: row.id,
        type: row.type,
        isArchived,
        value: row.environments?.find(({ environment_id: id }) => id === this.environmentId),
      },
    ];
    return new Map([...active.map((row) => toExisting(row, false)), ...archived.map((row) => toExisting(row, true))]);
  }

  /** @returns the id of a new flag, which is off in every environment */
  async create({ key, type, description }: PlannedFlag): Promise<string> {
    const { id } = await this.client.post(`/api/projects/${this.id}/flags`, { key, type, description });
    return String(id);
  }

  async toggle(flagId: string, isOn: boolean): Promise<void> {
    await this.client.patch(`/api/flags/${flagId}/environments/${this.environmentId}/toggle`, { is_enabled: isOn });
  }

  async setValue(flagId: string, value: PlannedValue): Promise<void> {
    await this.client.patch(`/api/flags/${flagId}/environments/${this.environmentId}`, { ...value });
  }
}
