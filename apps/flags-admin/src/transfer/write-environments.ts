import type { DocumentEnvironment, Imported, ProjectDocument } from '@burgee/contracts/http';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import { type LastingRules, loosenedRules } from '../change-rules/decide-rules.js';
import { fillEnvironment } from '../environments/fill-environment.js';
import { insertEnvironment } from '../environments/insert-environment.js';
import type { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { orderEnvironments } from '../projects/order-environments.js';
import type { Change } from '../unit-of-work/change.js';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { changeOrigins } from '../unit-of-work/more-origins.js';
import { changedByDocument, type DecidedEnvironment } from './decide-environment.js';

/**
 * Creates an environment with its keys, and a value in it for each flag. Its rules come last (`ruleCreated`), so that
 * they do not hold what comes with it.
 */
export async function createDecided(
  change: Change,
  vault: SdkKeyVault,
  projectId: string,
  { document }: DecidedEnvironment,
): Promise<{ id: string; slug: string; name: string }> {
  const { id, values } = await insertEnvironment(change.manager, vault, projectId, document);
  await fillEnvironment(change.manager, projectId, id);
  change.audit({
    action: 'environment_create',
    project_id: projectId,
    environment_id: id,
    environment_name: values.name,
    old_values: null,
    new_values: { ...values, ...rulesIn(document) },
  });
  return { id, slug: values.slug, name: values.name };
}

const rulesIn = ({ approvals, comment_required }: DocumentEnvironment): Partial<LastingRules> => ({
  ...(approvals && { approvals }),
  ...(comment_required && { comment_required }),
});

/** Gives a created environment its rules. */
export async function ruleCreated(change: Change, id: string, { document }: DecidedEnvironment): Promise<void> {
  const { approvals = 0, comment_required = false } = rulesIn(document);
  if (approvals === 0 && !comment_required) return;
  await change.manager.sql`
    update flags.environments set approvals = ${approvals}, comment_required = ${comment_required} where id = ${id}`;
}

/** @throws role_too_low, with the plan */
export function refuseLooser(document: ProjectDocument, decided: readonly DecidedEnvironment[], plan: Imported): void {
  const errors = decided.flatMap(({ slug, document: given, current, loosens }) =>
    loosens.map((rule) => ({
      pointer: `/environments/${document.environments.findIndex((one) => one.slug === slug)}/${rule}`,
      detail: `would become ${String(given[rule])}; ${current?.name} has ${String(current?.[rule])}`,
    })),
  );
  if (errors.length === 0) return;
  const detail =
    'Nothing was imported: the document would loosen change rules, which no import does. `errors` lists them. Leave these ' +
    'fields out, or ask an owner to change the rules first.';
  throw new DomainError('role_too_low', detail, { errors, current: plan });
}

/** Locks an environment and writes the columns that still differ. */
async function changeDecided(
  change: Change,
  projectId: string,
  decided: DecidedEnvironment & { id: string },
): Promise<void> {
  const current = await lockEnvironment(change.manager, projectId, decided.id);
  // Another transaction has just changed its slug. The retry treats it as new.
  if (current.slug !== decided.slug) throw unavailable();
  // Its rules have become stricter since they were compared. The retry names what the document would loosen.
  if (loosenedRules(current, decided.document).length > 0) throw unavailable();
  const changed = changedByDocument(current, decided.document);
  if (!changed) return;
  const { next } = changed;
  await change.manager.sql`
    update flags.environments
    set name = ${next.name}, icon = ${next.icon}, url = ${next.url}, protected = ${next.protected}, color = ${next.color},
        approvals = ${next.approvals}, comment_required = ${next.comment_required}
    where id = ${decided.id}`;
  await changeOrigins(change, current, changed.after);
  change.audit({
    action: 'environment_update',
    project_id: projectId,
    environment_id: decided.id,
    environment_name: next.name,
    old_values: changed.before,
    new_values: changed.after,
  });
}

/** All environments of the project are locked already, in the order of ids, so that two changes cannot deadlock. */
export async function changeAllDecided(
  change: Change,
  projectId: string,
  environments: readonly DecidedEnvironment[],
): Promise<void> {
  const changed = environments.flatMap((decided) =>
    decided.current && decided.parts.length > 0 ? [{ ...decided, id: decided.current.id }] : [],
  );
  for (const decided of changed) await changeDecided(change, projectId, decided);
}

/** Stores this order for all environments of the project. */
export async function orderDecided(change: Change, projectId: string, order: readonly string[]): Promise<void> {
  const ordered = await orderEnvironments(change.manager, projectId, order);
  if (!ordered) return;
  change.audit({
    action: 'project_update',
    project_id: projectId,
    old_values: { environment_order: ordered.before },
    new_values: { environment_order: ordered.after },
  });
}
