import { Global, Module } from '@nestjs/common';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit, DeliverAfterCommit } from './after-commit.js';
import { TimelineCoverage } from './timeline-coverage.js';
import { UnitOfWork } from './unit-of-work.js';

/** The providers that every change needs. */
@Global()
@Module({
  providers: [Quotas, UnitOfWork, AfterCommit, DeliverAfterCommit, TimelineCoverage],
  exports: [Quotas, UnitOfWork, AfterCommit],
})
export class UnitOfWorkModule {}
