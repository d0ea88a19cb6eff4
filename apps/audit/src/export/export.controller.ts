import { Readable } from 'node:stream';
import { AuditExportQuery } from '@burgee/contracts/http';
import { BufferedBytes } from '@burgee/admission';
import { addressNetworks } from '@burgee/process-kit';
import { Endpoint, reauthorize } from '@burgee/service-kit';
import { type AuthenticatedRequest, type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RecordService } from '../record/record.service.js';
import { ChainExportService } from './chain-export.service.js';
import { exportMessage } from './export-message.js';

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;
/** The memory of one export: one part being sent, and the next. */
const HELD_BYTES = 4_000_000;
/** How long an authorization check stays valid. */
const AUTHORIZED_FOR_MILLISECONDS = 5_000;
const TEXT = { type: 'string' } as const;

@ApiTags('audit')
@Controller('api/projects/:id/audit/export')
export class ExportController {
  private readonly memory = new BufferedBytes();

  constructor(
    private readonly exports: ChainExportService,
    private readonly records: RecordService,
  ) {}

  /**
   * All entries that pass the filters, in the order of recording. `npm run audit:verify` checks an NDJSON export
   * without filters. The history records the export first.
   */
  @Get()
  @Endpoint({
    summary: "Export a project's audit entries",
    policy: 'viewer',
    answers: { content: { 'application/x-ndjson': { schema: TEXT }, 'text/csv': { schema: TEXT } } },
  })
  async exportProjectAudit(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId, role }: Membership,
    @Query() { format = 'ndjson', actor, flag, environment, action, from, to }: AuditExportQuery,
    @Req() request: AuthenticatedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.memory.holdUntilClosed(reply.raw, () => addressNetworks(request.ip))(HELD_BYTES);
    const given = { user_id: actor, flag_id: flag, environment_id: environment, action, from, to };
    const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const authorized = reauthorize(request, AUTHORIZED_FOR_MILLISECONDS);
    const isRead = request.method !== 'HEAD';
    // Before the first byte, so that nothing leaves without an entry.
    if (isRead) await this.records.recordDurably(exportMessage(user, projectId, { format, filter }));
    const text = this.exports[format]({
      chainId: projectId,
      filter,
      role: () => request.user.membership?.role ?? role,
      authorized,
    });
    void reply.header('content-type', TYPES[format]).header('content-disposition', 'attachment');
    void reply.send(isRead ? Readable.from(text) : '');
  }
}
