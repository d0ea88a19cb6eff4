import type { SchemaDefinition } from '@burgee/service-kit/database';
import { Entries1760000000001 } from './1-entries.migration.js';
import { ValueBytes1760000000002 } from './2-value-bytes.migration.js';
import { EntryRanges1760000000003 } from './3-entry-ranges.migration.js';
import { ChainedEntries1760000000004 } from './4-chained-entries.migration.js';
import { LatestOfChains1760000000005 } from './5-latest-of-chains.migration.js';
import { LatestOfExistingFlags1760000000006 } from './6-latest-of-existing-flags.migration.js';
import { Checkpoints1760000000007 } from './7-checkpoints.migration.js';
import { AddressesOfSignIns1760000000008 } from './8-addresses-of-sign-ins.migration.js';
import { SwitchingEdits1760000000009 } from './9-switching-edits.migration.js';
import { SignedChains1760000000010 } from './10-signed-chains.migration.js';
import { MonthsOfWhatIsForgotten1760000000011 } from './11-months-of-what-is-forgotten.migration.js';
import { LatestOfRestoredFlags1760000000012 } from './12-latest-of-restored-flags.migration.js';
import { Beginnings1760000000013 } from './13-beginnings.migration.js';
import { BeginsAfter1760000000014 } from './14-begins-after.migration.js';
import { EraseDeletedAccounts1760000000015 } from './15-erase-deleted-accounts.migration.js';

const READ = ['anchors', 'beginnings', 'chains', 'checkpoints', 'entries', 'latest', 'people', 'received', 'retention'];
const execute = (name: string) => `execute on function audit.${name}`;

export const AUDIT_SCHEMA: SchemaDefinition = {
  app: 'audit',
  schemas: ['audit'],
  migrations: [
    Entries1760000000001,
    ValueBytes1760000000002,
    EntryRanges1760000000003,
    ChainedEntries1760000000004,
    LatestOfChains1760000000005,
    LatestOfExistingFlags1760000000006,
    Checkpoints1760000000007,
    AddressesOfSignIns1760000000008,
    SwitchingEdits1760000000009,
    SignedChains1760000000010,
    MonthsOfWhatIsForgotten1760000000011,
    LatestOfRestoredFlags1760000000012,
    Beginnings1760000000013,
    BeginsAfter1760000000014,
    EraseDeletedAccounts1760000000015,
  ],
  grants: [
    { to: 'audit', sql: READ.map((table) => `select on audit.${table}`) },
    { to: 'audit', sql: ['add_beginnings', 'add_checkpoints', 'begins_after', 'record', 'range_key'].map(execute) },
    {
      to: 'audit-maintenance',
      sql: ['drop_months', 'drop_signed_months', 'forget', 'forget_checkpoints', 'forget_some', 'erase_person'].map(
        execute,
      ),
    },
  ],
};
