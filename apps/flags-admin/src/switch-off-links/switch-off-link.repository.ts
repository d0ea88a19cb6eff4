import type { SwitchOffEffect, SwitchOffLinkView } from '@burgee/contracts/http';
import type { EntityManager } from 'typeorm';
import type { Change } from '../unit-of-work/change.js';

/** A stored link without its secret. */
export interface SwitchOffLinkRow extends Omit<SwitchOffLinkView, 'created_at' | 'last_used_at' | 'ended_at'> {
  project_id: string;
  environment_name: string;
  created_at: Date;
  last_used_at: Date | null;
  ended_at: Date | null;
}

/** Raw SQL text: constants of this file. */
const COLUMNS = () => `l.id, l.project_id, l.environment_id, l.flag_id, l.tag, l.name, l.effect, l.created_by,
  l.created_at, l.last_used_at, l.ended_at,
  (select f.key from flags.flags f where f.id = l.flag_id) as flag_key,
  (select e.name from flags.environments e where e.id = l.environment_id) as environment_name,
  (select u.name from session_read.user_v1 u where u.user_id = l.created_by) as created_by_name`;

export function toSwitchOffLinkView(row: SwitchOffLinkRow): SwitchOffLinkView {
  const { project_id: _project, environment_name: _name, created_at, last_used_at, ended_at, ...same } = row;
  return {
    ...same,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** The links of an environment of this project, the oldest first. */
export function listSwitchOffLinks(
  manager: EntityManager,
  projectId: string,
  environmentId: string,
): Promise<SwitchOffLinkRow[]> {
  return manager.sql<SwitchOffLinkRow[]>`
    select ${COLUMNS} from flags.switch_off_links l
    where l.project_id = ${projectId} and l.environment_id = ${environmentId} order by l.created_at, l.id`;
}

/** Undefined where the project has no such link. */
export async function findSwitchOffLink(
  manager: EntityManager,
  projectId: string,
  id: string,
): Promise<SwitchOffLinkRow | undefined> {
  const [row] = await manager.sql<SwitchOffLinkRow[]>`
    select ${COLUMNS} from flags.switch_off_links l where l.project_id = ${projectId} and l.id = ${id}`;
  return row;
}

export interface NewSwitchOffLink {
  id: string;
  projectId: string;
  environmentId: string;
  flagId: string | null;
  tag: string | null;
  name: string;
  effect: SwitchOffEffect;
  secretHash: string;
  createdBy: string;
}

export async function insertSwitchOffLink(manager: EntityManager, link: NewSwitchOffLink): Promise<void> {
  await manager.sql`
    insert into flags.switch_off_links
      (id, project_id, environment_id, flag_id, tag, name, effect, secret_hash, created_by)
    values (${link.id}, ${link.projectId}, ${link.environmentId}, ${link.flagId}, ${link.tag}, ${link.name},
            ${link.effect}, ${link.secretHash}, ${link.createdBy})`;
}

/** Waits for a call of the link in progress: none that is not committed changes anything from now on. */
export async function deleteSwitchOffLink(manager: EntityManager, id: string): Promise<boolean> {
  const [, deleted] = await manager.sql<[unknown[], number]>`
    delete from flags.switch_off_links where id = ${id}`;
  return deleted > 0;
}

/** The link with this secret, and notes its use. Undefined when it is unknown or has ended. */
export async function useSwitchOffLink(
  manager: EntityManager,
  secretHash: string,
): Promise<SwitchOffLinkRow | undefined> {
  const [rows] = await manager.sql<[SwitchOffLinkRow[], number]>`
    update flags.switch_off_links l set last_used_at = clock_timestamp()
    where l.secret_hash = ${secretHash} and l.ended_at is null
    returning ${COLUMNS}`;
  return rows[0];
}

/** The flags of a link at this moment, in the order of ids. */
export async function flagsOfLink(
  manager: EntityManager,
  { project_id, flag_id, tag }: Pick<SwitchOffLinkRow, 'project_id' | 'flag_id' | 'tag'>,
): Promise<string[]> {
  if (flag_id !== null) return [flag_id];
  const rows = await manager.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${project_id} and ${tag}::text = any(tags) order by id`;
  return rows.map(({ id }) => id);
}

/**
 * Which of these locked flags the link may change now. Holds up a revocation until the transaction ends. Locked after
 * the flags, like the deletion of a flag locks its links. Undefined when the link has ended.
 */
export async function lockSwitchOffLink(
  manager: EntityManager,
  id: string,
  flagIds: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const rows = await manager.sql<unknown[]>`
    select from flags.switch_off_links where id = ${id} and ended_at is null for share`;
  if (rows.length === 0) return undefined;
  // A statement of its own, which sees what was committed while the first one waited.
  const flags = await manager.sql<{ id: string }[]>`
    select f.id from flags.flags f join flags.switch_off_links l on l.id = ${id} and l.project_id = f.project_id
    where f.id = any(${flagIds}::uuid[]) and (f.id = l.flag_id or l.tag = any(f.tags))`;
  return new Set(flags.map((flag) => flag.id));
}

/** The fields of a link in audit entries, none of which opens it. */
export function describedLink(link: Pick<SwitchOffLinkRow, 'id' | 'name' | 'flag_key' | 'tag' | 'effect'>) {
  const { id, name, flag_key, tag, effect } = link;
  return { link_id: id, name, ...(flag_key === null ? { tag } : { flag: flag_key }), effect };
}

/** Ends the links of a member who is no longer an owner, and who knows their secrets. They stay in the list. */
export async function endSwitchOffLinksOf(change: Change, projectId: string, userId: string): Promise<void> {
  const [links] = await change.manager.sql<[SwitchOffLinkRow[], number]>`
    update flags.switch_off_links l set ended_at = clock_timestamp()
    where l.project_id = ${projectId} and l.created_by = ${userId} and l.ended_at is null
    returning ${COLUMNS}`;
  for (const link of links)
    change.audit({
      action: 'switch_off_link_revoke',
      project_id: projectId,
      flag_id: link.flag_id,
      flag_key: link.flag_key,
      environment_id: link.environment_id,
      environment_name: link.environment_name,
      old_values: describedLink(link),
      new_values: { reason: 'author' },
    });
}
