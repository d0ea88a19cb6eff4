import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { yieldWhenDue } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ValueState } from '../flags/flag-row.js';
import { inGroups } from '../quotas/quota.js';
import { inTransaction } from '../unit-of-work/in-transaction.js';
import { MORE_ORIGINS } from '../unit-of-work/more-origins.js';
import { DOCUMENT_END, documentHead, type ExportedEnvironment, type ExportedFlag, flagLine } from './document-texts.js';

export interface ExportedProject {
  slug: string;
  document: Buffer;
}

export interface ExportOptions {
  /** Slugs, or undefined for all. */
  environments?: readonly string[];
  /** Called with the size of each part before it is stored in memory. @throws when the total is too large */
  hold: (bytes: number) => void;
}

type FlagRow = ExportedFlag & { id: string };
type ValueRow = ValueState & { flag_id: string; environment_id: string };

const FLAGS_AT_ONCE = 100;

function tooLarge(): DomainError {
  const detail =
    `The document would exceed ${inGroups(PROJECT_DOCUMENT_BYTES_AT_MOST)} bytes. Export a few environments at a ` +
    'time by their slugs, with ?environments=.';
  return new DomainError('document_too_large', detail);
}

async function environmentsOf(
  manager: EntityManager,
  projectId: string,
  slugs: readonly string[] | undefined,
): Promise<ExportedEnvironment[]> {
  const all = await manager.sql<ExportedEnvironment[]>`
    select id, slug, name, icon, url, ${MORE_ORIGINS}, protected, color, approvals, comment_required
    from flags.environments e where project_id = ${projectId} order by sort_order, created_at, id`;
  if (!slugs) return all;
  const unknown = slugs.find((slug) => !all.some((environment) => environment.slug === slug));
  if (unknown !== undefined)
    throw new DomainError(
      'invalid_request',
      `This project has no environment with the slug ${unknown}. Check the slugs.`,
      {
        errors: [{ pointer: '/environments', detail: 'names an environment that this project does not have' }],
      },
    );
  return all.filter(({ slug }) => slugs.includes(slug));
}

/** Checked before reading: texts can be long, and longer as JSON. */
async function textsFit(
  manager: EntityManager,
  projectId: string,
  environmentIds: readonly string[],
): Promise<boolean> {
  const [row] = await manager.sql<{ bytes: number }[]>`
    select coalesce(sum(coalesce(octet_length(v.targeting_attribute), 0) + coalesce(octet_length(v.targeting_value), 0)
                        + coalesce(octet_length(v.targeting_return_value), 0)), 0) as bytes
    from flags.flag_values v join flags.flags f on f.id = v.flag_id
    where f.project_id = ${projectId} and v.environment_id = any(${environmentIds}::uuid[])`;
  return (row?.bytes ?? 0) <= PROJECT_DOCUMENT_BYTES_AT_MOST;
}

async function pageOfFlags(manager: EntityManager, projectId: string, after: string): Promise<FlagRow[]> {
  return manager.sql<FlagRow[]>`
    select id, key, name, type, description, tags, kind, ends_on::text as ends_on, archived_at is not null as archived
    from flags.flags where project_id = ${projectId} and key > ${after} order by key limit ${FLAGS_AT_ONCE}`;
}

async function valuesOf(
  manager: EntityManager,
  flags: readonly FlagRow[],
  environmentIds: readonly string[],
): Promise<Map<string, Map<string, ValueState>>> {
  const flagIds = flags.map(({ id }) => id);
  const rows = await manager.sql<ValueRow[]>`
    select flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute, targeting_value,
           targeting_return_value
    from flags.flag_values
    where flag_id = any(${flagIds}::uuid[]) and environment_id = any(${environmentIds}::uuid[])`;
  const byFlag = new Map(flagIds.map((id) => [id, new Map<string, ValueState>()]));
  for (const row of rows) byFlag.get(row.flag_id)?.set(row.environment_id, row);
  return byFlag;
}

/** A project as one document, from one snapshot. */
@Injectable()
export class ExportProjectQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws not_found, invalid_request, document_too_large, or the errors of `hold` */
  export(projectId: string, { environments: slugs, hold }: ExportOptions): Promise<ExportedProject> {
    return inTransaction(this.database, async (manager) => {
      await manager.sql`set transaction isolation level repeatable read, read only`;
      const [project] = await manager.sql<{ slug: string }[]>`select slug from flags.projects where id = ${projectId}`;
      if (!project) throw notFound();
      const environments = await environmentsOf(manager, projectId, slugs);
      const ids = environments.map(({ id }) => id);
      if (!(await textsFit(manager, projectId, ids))) throw tooLarge();
      const parts: Buffer[] = [];
      let bytes = 0;
      const keep = (text: string) => {
        const part = Buffer.from(text);
        bytes += part.length;
        if (bytes > PROJECT_DOCUMENT_BYTES_AT_MOST) throw tooLarge();
        hold(part.length);
        parts.push(part);
      };
      keep(documentHead(environments));
      const pause = yieldWhenDue();
      for (let after = ''; ;) {
        const flags = await pageOfFlags(manager, projectId, after);
        const values = await valuesOf(manager, flags, ids);
        for (const flag of flags) {
          keep(`${after === '' ? '' : ',\n'}${flagLine(flag, environments, values.get(flag.id))}`);
          after = flag.key;
          await pause();
        }
        if (flags.length < FLAGS_AT_ONCE) break;
      }
      keep(DOCUMENT_END);
      return { slug: project.slug, document: Buffer.concat(parts) };
    });
  }
}
