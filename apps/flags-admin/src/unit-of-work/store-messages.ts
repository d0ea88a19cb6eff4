import { type ActingToken, coversEnvironment, DomainError, unavailable } from '@burgee/contracts/wire';
import type { NewOutboxMessage, OutboxMessage } from '@burgee/outbox';
import { currentTraceparent } from '@burgee/process-kit';
import type { EntityManager } from 'typeorm';
import { type ChangeRules, RULES_AS_JSON } from '../change-rules/change-rules.js';
import { readRules } from '../change-rules/read-rules.js';
import { assertFlagSetFits } from '../quotas/flag-set-size.js';
import type { Change } from './change.js';
import { batchesOf, numberRevisions } from './plan-messages.js';

type StoredChange = Pick<
  Change,
  | 'manager'
  | 'messages'
  | 'growth'
  | 'held'
  | 'refusedIn'
  | 'token'
  | 'values'
  | 'readsRulesFirst'
  | 'assertAllowed'
  | 'nameBypass'
>;

interface StoredRow {
  event_id: string;
  revision: number | null;
  epoch: string;
  occurred_at: Date;
  /** The position of the environment of an audit entry after its change. */
  position: { epoch: string; revision: number } | null;
  environment: { name: string; bytes: number; rules: ChangeRules | null } | null;
}

/** Locks several environments in the order of ids, so that two changes cannot deadlock. */
async function lockEnvironments(manager: EntityManager, ids: string[]): Promise<void> {
  if (ids.length < 2) return;
  await manager.sql`select id from flags.environments where id = any(${ids}::uuid[]) order by id for no key update`;
}

function roleTooLow(environments: readonly Pick<ChangeRules, 'id' | 'name'>[], token?: ActingToken): DomainError {
  const outside = token ? environments.filter(({ id }) => !coversEnvironment(token, id)) : [];
  if (outside.length > 0) {
    const where = outside.map(({ name }) => name).join(', ');
    return new DomainError('scope_missing', `This token may not change ${where}. Nothing was changed.`);
  }
  const names = environments.map(({ name }) => name).join(', ');
  return new DomainError(
    'role_too_low',
    `This requires the editor role in ${names}; yours is viewer. Nothing was changed. Ask an admin or owner.`,
  );
}

/** Every edit also serves a flag that clients do not get yet, so it takes what a switch takes. @throws scope_missing */
export function assertMayServe(token: ActingToken | undefined, { served }: { served?: boolean }): void {
  if (!token || served !== false || token.verbs.includes('switch')) return;
  throw new DomainError(
    'scope_missing',
    'This token lacks switch. Clients do not get this flag yet, and the change would serve it.',
  );
}

/** Names the environments in which the actor's role is too low. @throws role_too_low, scope_missing */
export async function assertMayTouch({
  manager,
  refusedIn,
  token,
  values,
}: Pick<Change, 'manager' | 'refusedIn' | 'token' | 'values'>): Promise<void> {
  if (refusedIn.length > 0) throw roleTooLow(await readRules(manager, refusedIn), token);
  for (const { before } of values) assertMayServe(token, before);
}

/**
 * The last step of a transaction: raises the revision of each changed environment, by one per change of a flag, counts
 * the bytes of its flag set, and stores the messages and the new states of flags. The row lock taken here makes
 * revisions gapless and in commit order, and the count exact. It is taken last to be as short as possible. The rules of
 * an environment are in the same row, so checking them costs no round trip and no change can bypass them.
 * @param flagSetBytesAtMost the limit for a change that grows a flag set
 * @throws role_too_low, flag_set_too_large, environment_frozen, approval_required, comment_required
 */
export async function storeMessages(change: StoredChange, flagSetBytesAtMost: number): Promise<OutboxMessage[]> {
  const { manager, messages, growth } = change;
  await assertMayTouch(change);
  // The entries are stored with the change and record whether it overrides a rule. Few changes need this.
  if (change.readsRulesFirst) change.assertAllowed(await readRules(manager, [...change.held]));
  change.nameBypass();
  const batches = batchesOf(messages);
  if (batches.length > 1) await lockEnvironments(manager, [...numberRevisions(messages).counts.keys()]);
  // The growth of each environment counts once, with the first batch that changes it.
  const left = new Map(growth);
  const stored: OutboxMessage[] = [];
  for (const batch of batches) {
    stored.push(...(await storeBatch(change, batch, left, flagSetBytesAtMost)));
    for (const { environment_id } of batch) if (environment_id !== null) left.delete(environment_id);
  }
  return stored;
}

/** The environments of a batch that have rules. */
function rulesOf(
  messages: readonly NewOutboxMessage[],
  stored: ReadonlyMap<string, StoredRow>,
  held: ReadonlySet<string>,
): ChangeRules[] {
  const rules = new Map<string, ChangeRules>();
  for (const { environment_id: id, event_id } of messages) {
    const asked = id !== null && held.has(id) ? stored.get(event_id)?.environment?.rules : undefined;
    if (id !== null && asked) rules.set(id, asked);
  }
  return [...rules.values()];
}

async function storeBatch(
  change: StoredChange,
  messages: readonly NewOutboxMessage[],
  growth: ReadonlyMap<string, number>,
  flagSetBytesAtMost: number,
): Promise<OutboxMessage[]> {
  const { manager, held } = change;
  const { counts, steps, audited, entries } = numberRevisions(messages);
  const growthOf = (id: string | null) => (id === null ? 0 : (growth.get(id) ?? 0));
  const drafts = messages.map((message, index) => ({
    ...message,
    step: steps[index],
    audited_step: audited[index],
    entry_id: entries[index]?.event_id,
    user_id: entries[index]?.payload.user_id,
  }));
  const raises = [...counts].map(([id, count]) => ({ id, count, growth: growthOf(id) }));
  await lockEnvironments(manager, [...counts.keys()]);
  const rows = await manager.sql<StoredRow[]>`
    with message as (
      select *, case when audited_step is not null then (payload ->> 'environment_id')::uuid end as audited_id
      from json_to_recordset(${JSON.stringify(drafts)}::json)
        as m(event_id uuid, kind text, environment_id uuid, payload jsonb, step int, audited_step int, entry_id uuid,
             user_id uuid)
    ), raised as (
      update flags.environments e
      set revision = e.revision + raise.count, flag_set_bytes = greatest(0, e.flag_set_bytes + raise.growth)
      from json_to_recordset(${JSON.stringify(raises)}::json) as raise(id uuid, count int, growth bigint)
      where e.id = raise.id
      returning e.id, e.revision - raise.count as before, flags.current_epoch(e.id) as epoch,
                json_build_object('name', e.name, 'bytes', e.flag_set_bytes, 'rules', ${RULES_AS_JSON}) as environment
    ), stored as (
      insert into flags.outbox (event_id, kind, environment_id, revision, payload, traceparent)
      select message.event_id, message.kind, message.environment_id, raised.before + message.step,
             case when audited.id is null then message.payload else message.payload || jsonb_build_object('position',
               jsonb_build_object('epoch', audited.epoch, 'revision', audited.before + message.audited_step)) end,
             ${currentTraceparent()}
      from message left join raised on message.step is not null and raised.id = message.environment_id
      left join raised audited on audited.id = message.audited_id
      -- Each row is timed when it is stored, and a join may give them in any order. Ids rise as messages are made.
      order by message.event_id
      -- Once for each environment: one commit may make thousands of revisions.
      returning event_id, environment_id, revision, created_at as occurred_at,
                coalesce((select epoch from raised where raised.id = outbox.environment_id),
                         flags.current_epoch(environment_id)) as epoch,
                payload -> 'position' as position,
                (select environment from raised where raised.id = outbox.environment_id) as environment
    ), kept as (
      insert into flags.history (environment_id, revision, epoch, flag_id, flag, entry_id, user_id, changed_at)
      select stored.environment_id, stored.revision, stored.epoch, (message.payload ->> 'flag_id')::uuid,
             case when message.kind = 'flag_updated' then message.payload end, message.entry_id, message.user_id,
             stored.occurred_at
      from stored join message using (event_id)
      where stored.revision is not null
    )
    select event_id, revision, occurred_at, epoch, position, environment from stored`;
  const stored = new Map(rows.map((row) => [row.event_id, row]));
  change.assertAllowed(rulesOf(messages, stored, held));
  return messages.map((each, index) => {
    const message = { ...each };
    const row = stored.get(message.event_id);
    // The environment was deleted between the read and the lock. Nothing changes, and the retry finds it gone.
    if (!row || (steps[index] !== null && row.revision === null)) throw unavailable();
    const { environment, position, ...rest } = row;
    if (environment)
      assertFlagSetFits(environment.name, growthOf(message.environment_id), environment.bytes, flagSetBytesAtMost);
    if (message.kind === 'audit' && position) message.payload = { ...message.payload, position };
    return { ...message, ...rest };
  });
}
