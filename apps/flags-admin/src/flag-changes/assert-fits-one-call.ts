import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { inGroups } from '../quotas/quota.js';

/** Each becomes a revision, a message and a row; those of one call are one transaction, for which others wait. */
const VALUES_AT_MOST = 2_000;
/** Of the texts in them: of archived flags, no flag set limits them. */
const BYTES_AT_MOST = 4_000_000;

interface Amount {
  values: number;
  bytes: number;
}

async function amountOf(manager: EntityManager, flagIds: readonly string[]): Promise<Amount> {
  const [amount] = await manager.sql<Amount[]>`
    select count(*) as values,
           coalesce(sum(coalesce(octet_length(targeting_attribute), 0) + coalesce(octet_length(targeting_value), 0)
                        + coalesce(octet_length(targeting_return_value), 0)), 0) as bytes
    from flags.flag_values where flag_id = any(${flagIds}::uuid[])`;
  return amount ?? { values: 0, bytes: 0 };
}

/** @throws invalid_request when these locked flags have more values, or longer ones, than one call may read and write */
export async function assertFitsOneCall(manager: EntityManager, flagIds: readonly string[]): Promise<void> {
  if (flagIds.length < 2) return;
  const { values, bytes } = await amountOf(manager, flagIds);
  const excess = Math.max(values / VALUES_AT_MOST, bytes / BYTES_AT_MOST);
  if (excess <= 1) return;
  const fewer = Math.max(1, Math.floor(flagIds.length / excess));
  const detail =
    `These flags have ${inGroups(values)} values in all environments, with ${inGroups(bytes)} bytes of text. One call changes ` +
    `${inGroups(VALUES_AT_MOST)} values and ${inGroups(BYTES_AT_MOST)} bytes at most: name about ${inGroups(fewer)} flags at a time.`;
  throw new DomainError('invalid_request', detail, {
    errors: [{ pointer: '/flag_ids', detail: 'has too many for one call' }],
  });
}
