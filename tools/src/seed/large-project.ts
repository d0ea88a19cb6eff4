import { BurgeeClient } from '../burgee-client.js';
import { inTurn } from './in-turn.js';

export interface Size {
  flags: number;
  environments: number;
  members: number;
  changes: number;
}

export const LARGE: Size = { flags: 300, environments: 6, members: 40, changes: 3_000 };

/** Requests in flight: enough to finish in minutes, and few enough to leave capacity for others. */
const AT_ONCE = 6;
const ENVIRONMENTS = ['Development', 'Preview', 'Integration', 'Staging', 'Load test', 'Production'];
const AREAS = [
  'checkout',
  'search',
  'payments',
  'profile',
  'catalog',
  'shipping',
  'support',
  'reports',
  'mobile',
  'admin',
];
const THINGS = [
  'new-layout',
  'fast-path',
  'kill',
  'retries',
  'beta',
  'cache',
  'tracking',
  'limits',
  'emails',
  'import',
];
const FIRST = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Niklaus'];
const LAST = ['Meyer', 'Okafor', 'Larsen', 'Tanaka', 'Silva'];
const TYPES = ['boolean', 'boolean', 'boolean', 'boolean', 'string', 'number', 'json'];
const VALUES: Record<string, string> = { boolean: 'true', string: 'blue', number: '5', json: '{"size":"large"}' };
const NO_CONDITION = { targeting_attribute: null, targeting_value: null };
const ROLES = ['viewer', 'editor', 'editor', 'admin'];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

interface Person {
  client: BurgeeClient;
  id: string;
  role: string;
}

/** A rule, what a text, number or JSON flag returns without one, or neither. */
function ruleOrValue(type: string, index: number): object {
  const returned = { targeting_return_value: VALUES[type] };
  if (index % 4 > 1) return type === 'boolean' ? {} : { ...NO_CONDITION, ...returned };
  return { targeting_attribute: 'country', targeting_value: pick(['NO', 'DE', 'BR', 'JP'], index), ...returned };
}

/** Called for each piece of work that is done. */
export type Progress = (what: string, done: number, of: number) => void;

/** A new project of this size, made by the public API alone. */
export class LargeProject {
  /** Makes the accounts and projects of each run new ones. */
  private readonly run = Date.now().toString(36);
  readonly email = `seed-${this.run}-0@example.com`;

  constructor(
    private readonly url: string,
    readonly password: string,
    private readonly size: Size,
    private readonly progress: Progress,
    /** An API token of the account that gets the project; a new account gets it without. */
    private readonly token?: string,
  ) {}

  /** @returns the id of the project */
  async create(): Promise<string> {
    const owner = this.token ? await this.ownerBy(this.token) : await this.register(0, 'owner');
    const environments = Array.from({ length: this.size.environments }, (_, index) => ({
      name: index < ENVIRONMENTS.length ? pick(ENVIRONMENTS, index) : `Environment ${index + 1}`,
      protected: index % ENVIRONMENTS.length === ENVIRONMENTS.length - 1,
    }));
    const project = await owner.client.post('/api/projects', { name: `Large shop ${this.run}`, environments });
    const id = project.id as string;
    const [first] = await owner.client.list<{ user_id: string }>(`/api/projects/${id}/members`);
    const people = [{ ...owner, id: first?.user_id ?? owner.id }, ...(await this.invite(owner, id))];
    const flags = await this.createFlags(id, people);
    await this.change(people, flags, project.environments as { id: string }[]);
    return id;
  }

  /** A token may not ask who it is. */
  private async ownerBy(token: string): Promise<Person> {
    const client = new BurgeeClient(this.url);
    await client.signIn({ token });
    return { client, id: '', role: 'owner' };
  }

  private async register(index: number, role: string): Promise<Person> {
    const client = new BurgeeClient(this.url);
    const name = `${pick(FIRST, index)} ${pick(LAST, Math.floor(index / FIRST.length))}`;
    const email = `seed-${this.run}-${index}@example.com`;
    await client.post('/api/auth/register', { name, email, password: this.password, confirmPassword: this.password });
    const { id } = await client.get('/api/auth/me');
    return { client, id: id as string, role };
  }

  private invite(owner: Person, projectId: string): Promise<Person[]> {
    return this.each('members', this.size.members - 1, async (index) => {
      const role = pick(ROLES, index);
      const person = await this.register(index + 1, role);
      const { link } = await owner.client.post(`/api/projects/${projectId}/invitations`, { role });
      await person.client.post('/api/invitations/accept', { token: String(link).split('#')[1] });
      return person;
    });
  }

  private createFlags(projectId: string, people: readonly Person[]): Promise<{ id: string; type: string }[]> {
    const editors = people.filter(({ role }) => role !== 'viewer');
    return this.each('flags', this.size.flags, async (index) => {
      const [area, thing] = [pick(AREAS, index), pick(THINGS, Math.floor(index / AREAS.length))];
      const round = Math.floor(index / (AREAS.length * THINGS.length));
      const key = `${area}-${thing}${round > 0 ? `-${round + 1}` : ''}`;
      const type = pick(TYPES, index);
      const { id } = await pick(editors, index).client.post(`/api/projects/${projectId}/flags`, {
        key,
        name: `${area}: ${thing.replaceAll('-', ' ')}`,
        type,
        description: index % 3 === 0 ? `Goes when ${area} no longer needs it.` : null,
        tags: [area, pick(['web', 'ios', 'android'], index)],
        owner_id: index % 4 === 0 ? null : pick(editors, index).id,
      });
      return { id: id as string, type };
    });
  }

  private async change(
    people: readonly Person[],
    flags: readonly { id: string; type: string }[],
    environments: readonly { id: string }[],
  ): Promise<void> {
    const editors = people.filter(({ role }) => role !== 'viewer');
    await this.each('changes', this.size.changes, async (index) => {
      // Steps that have no factor in common with the counts, so that every flag and environment has its turn.
      const flag = pick(flags, index * 7);
      const environment = pick(environments, index + Math.floor(index / flags.length));
      const path = `/api/flags/${flag.id}/environments/${environment.id}`;
      const { client } = pick(editors, index * 5);
      const visit = Math.floor(index / flags.length);
      const isOn = { is_enabled: (index + visit) % 4 !== 0 };
      // Neither the same flags nor the same environments each time, so that what has a rule is on in some of them.
      if ((index + 2 * visit) % 3 > 0) await client.patch(`${path}/toggle`, isOn);
      else
        await client.patch(path, { ...isOn, rollout_percentage: (index * 13) % 101, ...ruleOrValue(flag.type, index) });
    });
  }

  private each<T>(what: string, count: number, make: (index: number) => Promise<T>): Promise<T[]> {
    return inTurn(count, AT_ONCE, make, (done) => this.progress(what, done, count));
  }
}
