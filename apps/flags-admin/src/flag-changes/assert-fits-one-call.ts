import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { inGroups } from '../quotas/quota.js';

interface Amount {
  values: number;
  /** The bytes of their texts. Archived flags have no limit through a flag set. */
  bytes: number;
}

/** Each value becomes a revision, a message and a row, all in one transaction that blocks others. */
const AT_MOST: Amount = { values: 2_000, bytes: 4_000_000 };

async function amountOf(
  manager: EntityManager,
  flagIds: readonly string[],
  environmentIds: readonly string[] | null,
): Promise<Amount> {
  const [amount] = await manager.sql<Amount[]>`
    select count(*) as values,
           coalesce(sum(coalesce(octet_length(targeting_attribute), 0) + coalesce(octet_length(targeting_value), 0)
                        + coalesce(octet_length(targeting_return_value), 0)), 0) as bytes
    from flags.flag_values
    where flag_id = any(${flagIds}::uuid[])
      and (${environmentIds}::uuid[] is null or environment_id = any(${environmentIds}::uuid[]))`;
  return amount ?? { values: 0, bytes: 0 };
}

/**
 * @param pointer to the flags in the body
 * @param environmentIds the environments to read, or null for all
 * @throws invalid_request when these flags have more or longer values than one request may read and write
 */
export async function assertFitsOneCall(
  manager: EntityManager,
  flagIds: readonly string[],
  pointer: string,
  environmentIds: readonly string[] | null = null,
  atMost: Amount = AT_MOST,
): Promise<void> {
  if (flagIds.length === 0) return;
  const { values, bytes } = await amountOf(manager, flagIds, environmentIds);
  const excess = Math.max(values / atMost.values, bytes / atMost.bytes);
  if (excess <= 1 || flagIds.length === 1) return;
  const fewer = Math.max(1, Math.floor(flagIds.length / excess));
  const detail =
    `These flags have ${inGroups(values)} values in ${environmentIds ? 'these' : 'all'} environments, with ${inGroups(bytes)} bytes of text. One call can change up to ` +
    `${inGroups(atMost.values)} values and ${inGroups(atMost.bytes)} bytes. Name about ${inGroups(fewer)} flags at a time.`;
  throw new DomainError('invalid_request', detail, {
    errors: [{ pointer, detail: 'has too many flags for one call' }],
  });
}
