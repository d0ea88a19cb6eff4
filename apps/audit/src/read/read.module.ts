import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { EntrySearchQuery } from './entry-search.query.js';
import { EntryQuery } from './entry.query.js';
import { FlagAuditQuery } from './flag-audit.query.js';
import { LatestChangesQuery } from './latest-changes.query.js';
import { PeopleQuery } from './people.query.js';

@Module({
  controllers: [AuditController],
  providers: [EntryQuery, EntrySearchQuery, FlagAuditQuery, LatestChangesQuery, PeopleQuery],
  exports: [PeopleQuery],
})
export class ReadModule {}
