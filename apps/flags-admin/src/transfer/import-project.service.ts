import { randomUUID } from 'node:crypto';
import type { Imported, ProjectDocument } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lockServing, readRules } from '../change-rules/read-rules.js';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { type Positioned, positionsOf } from '../flags/position.js';
import { assertFlagSetFits } from '../quotas/flag-set-size.js';
import { inGroups } from '../quotas/quota.js';
import { Quotas } from '../quotas/quotas.js';
import { Change } from '../unit-of-work/change.js';
import { isHeldChange } from '../unit-of-work/more-origins.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { announceFlags, type NamedEnvironment } from './announce-flags.js';
import { checkDocument } from './check-document.js';
import { changedByDocument, type DecidedEnvironment } from './decide-environment.js';
import type { DecidedFlag } from './decide-flag.js';
import { decideImport, type DecidedImport, importedView } from './decide-import.js';
import { DocumentFaults } from './document-faults.js';
import { importTag } from './import-tag.js';
import { type Current, IMPORT_LIMITS, lockCurrent } from './lock-current.js';
import { changeAllDecided, createDecided, orderDecided, refuseLooser, ruleCreated } from './write-environments.js';
import { writeChangedFlags, writeNewFlags } from './write-flags.js';

export interface ImportRequest {
  document: unknown;
  dryRun: boolean;
  ifMatch: string | undefined;
}

interface Compared {
  document: ProjectDocument;
  current: Current;
  decided: DecidedImport;
}

function refuse(faults: DocumentFaults): DomainError {
  const errors = faults.all();
  const count = `${inGroups(errors.length)} ${errors.length === 1 ? 'error' : 'errors'}`;
  const rest = faults.isFull ? ' There may be more.' : '';
  return new DomainError(
    'invalid_request',
    `Nothing was imported: the document has ${count}. \`errors\` lists them.${rest}`,
    { errors },
  );
}

/**
 * The size of an import. Each flag of the document has a value in each environment, and each other flag one in a new
 * environment.
 */
function amountOf(document: ProjectDocument, { environments, flags, flagCount }: Current) {
  const existing = new Set(environments.map(({ slug }) => slug));
  const made = new Set(slugsOf(document).filter((slug) => !existing.has(slug))).size;
  const named = document.flags.length;
  return { flags: named, others: flagCount - flags.size, environments: existing.size + made, made };
}

/** @throws invalid_request when it does not fit into one transaction, which blocks others */
function assertFits({ flags, others, environments, made }: ReturnType<typeof amountOf>): void {
  if (flags * environments + others * made <= IMPORT_LIMITS.values) return;
  const most = Math.max(1, Math.floor(IMPORT_LIMITS.values / environments));
  if (flags <= most)
    throw new DomainError(
      'invalid_request',
      `The document creates ${inGroups(made)} environments, each with values of ${inGroups(flags + others)} flags. One import ` +
        `takes up to ${inGroups(IMPORT_LIMITS.values)} values. Create fewer environments at a time.`,
      { errors: [{ pointer: '/environments', detail: 'has too many new environments for one import' }] },
    );
  throw new DomainError(
    'invalid_request',
    `The document has ${inGroups(flags)} flags for ${inGroups(environments)} environments. One import takes up to ` +
      `${inGroups(IMPORT_LIMITS.values)} values. Send about ${inGroups(most)} flags at a time.`,
    { errors: [{ pointer: '/flags', detail: 'has too many flags for one import' }] },
  );
}

/** @throws value_changed, with the present changes, when they differ from the dry run */
function assertAsTried(ifMatch: string | undefined, now: Imported): void {
  if (ifMatch === undefined || ifMatch === now.tag) return;
  const detail =
    'Something changed since the dry run. Check `current`, which is what would be imported now, then try again.';
  throw new DomainError('value_changed', detail, { current: now });
}

/**
 * Checks what the import changes against the rules from before it, which its environments keep until it commits. No
 * rule covers what is new.
 * @throws environment_frozen, approval_required, comment_required, role_too_low
 */
async function assertRules(change: Change, { environments }: Current): Promise<void> {
  const held = environments.flatMap(({ id }) => (change.held.has(id) ? [id] : []));
  change.assertAllowed(await readRules(change.manager, held));
  change.held.clear();
}

const slugsOf = ({ environments }: ProjectDocument) =>
  environments.flatMap((one) => (typeof one?.slug === 'string' ? [one.slug] : []));
const keysOf = ({ flags }: ProjectDocument) => flags.flatMap((one) => (typeof one?.key === 'string' ? [one.key] : []));

/** Applies a document to a project, all or nothing, in one commit. */
@Injectable()
export class ImportProjectService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
    private readonly quotas: Quotas,
    @Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'FLAG_SET_BYTES_AT_MOST'>,
  ) {}

  /** @throws invalid_request, quota_exceeded, flag_set_too_large, value_changed */
  async import(
    actor: CurrentUser,
    projectId: string,
    { document: given, dryRun, ifMatch }: ImportRequest,
  ): Promise<Positioned<Imported>> {
    const faults = new DocumentFaults();
    const document = await checkDocument(given, faults);
    if (!document) throw refuse(faults);
    const named = { slugs: slugsOf(document), keys: keysOf(document) };
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockCurrent(manager, projectId, named),
      async (change, current) => {
        assertFits(amountOf(document, current));
        const decided = await decideImport(document, current, faults);
        if (faults.all().length > 0) throw refuse(faults);
        const compared = { document, current, decided };
        await this.assertRoom(change.manager, projectId, compared);
        const view = await this.viewOf(projectId, compared, dryRun);
        assertAsTried(ifMatch, view);
        refuseLooser(document, decided.environments, view);
        change.beginGroup();
        if (!dryRun) await this.write(change, actor.id, projectId, compared);
        else await this.assertFlagSetsFit(new Change(change.manager, actor, null, change.roles), projectId, compared);
        return view;
      },
      { dryRun },
    );
    return { view: result, position: positionsOf(messages) };
  }

  private async viewOf(
    projectId: string,
    { document, current, decided }: Compared,
    dryRun: boolean,
  ): Promise<Imported> {
    const now = { environments: current.environments.length, flags: current.flagCount };
    const tag = await importTag(projectId, decided.environments, decided.flags);
    return { dry_run: dryRun, ...importedView(decided, document, now), tag };
  }

  private async assertRoom(manager: EntityManager, projectId: string, { decided }: Compared): Promise<void> {
    const created = (items: readonly { current: unknown }[]) => items.filter(({ current }) => !current).length;
    const [environments, flags] = [created(decided.environments), created(decided.flags)];
    if (environments > 0) await this.quotas.roomForEnvironment(manager, projectId, environments);
    if (flags > 0) await this.quotas.roomForFlag(manager, projectId, flags);
  }

  /** The same checks as at the commit, but early. @throws flag_set_too_large, environment_frozen, comment_required */
  private async assertFlagSetsFit(trial: Change, projectId: string, { current, decided }: Compared): Promise<void> {
    const [row] = await trial.manager.sql<{ bytes: number }[]>`
      select coalesce(sum(octet_length(key) + octet_length(name)), 0) as bytes
      from flags.flags where project_id = ${projectId} and archived_at is null`;
    const made = decided.environments.flatMap(({ current: existing, document: { slug, name } }) =>
      existing ? [] : [{ id: randomUUID() as string, slug, name, flag_set_bytes: row?.bytes ?? 0 }],
    );
    const environments = [...current.environments, ...made];
    await announceFlags(trial, projectId, environments, decided.flags, () => projectId);
    for (const { current: existing, document } of decided.environments)
      if (existing && isHeldChange(existing, { ...existing, ...changedByDocument(existing, document)?.after }))
        trial.held.add(existing.id);
    await assertRules(trial, current);
    for (const { id, name, flag_set_bytes } of environments) {
      const growth = trial.growth.get(id) ?? 0;
      assertFlagSetFits(name, growth, flag_set_bytes + growth, this.settings.FLAG_SET_BYTES_AT_MOST);
    }
  }

  private async write(
    change: Change,
    actorId: string,
    projectId: string,
    { current, decided }: Compared,
  ): Promise<void> {
    const created = decided.flags.filter(({ current: existing }) => !existing);
    // Steps below lock all environments. Other changes lock in the order of ids, so the import does so first.
    const locksAll = created.length > 0 || decided.environments.length > 0 || decided.order !== undefined;
    const serving = locksAll ? await lockServing(change.manager, projectId) : undefined;
    // In a new environment everything is new, and no client has its keys: all of its flags are served.
    const environments: NamedEnvironment[] = current.environments.map(({ id, slug, name }) => {
      return { id, slug, name, serves: serving?.get(id) };
    });
    const made = new Map<string, DecidedEnvironment>();
    for (const one of decided.environments) {
      if (one.current) continue;
      const environment = await createDecided(change, this.vault, projectId, one);
      environments.push(environment);
      made.set(environment.id, one);
    }
    const ids = new Map<DecidedFlag, string>();
    for (const flag of created) ids.set(flag, uuidv7());
    const idOf = (flag: DecidedFlag) => ids.get(flag) ?? '';
    await writeNewFlags(change.manager, { projectId, actorId }, environments, created, idOf);
    const changed = decided.flags.filter(({ current: existing }) => existing);
    await writeChangedFlags(change.manager, environments, changed);
    await announceFlags(change, projectId, environments, decided.flags, idOf);
    await assertRules(change, current);
    await changeAllDecided(change, projectId, decided.environments);
    for (const [id, one] of made) await ruleCreated(change, id, one);
    if (!decided.order) return;
    const bySlug = new Map(environments.map(({ id, slug }) => [slug, id]));
    const order = decided.order.map((slug) => bySlug.get(slug) ?? '');
    await orderDecided(change, projectId, order);
  }
}
