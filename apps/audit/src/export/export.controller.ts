import { Readable } from 'node:stream';
import { AuditExportQuery } from '@burgee/contracts/http';
import { addressNetworks, HeldBytes } from '@burgee/process-kit';
import { RequirePolicy } from '@burgee/service-kit';
import { type AuthenticatedRequest, Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ChainExportService } from './chain-export.service.js';
import { onceIn } from './once-in.js';

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;
/** What one export has in memory: a part on its way, and the next. */
const HELD_BYTES = 4_000_000;
const PERMIT_HOLDS_MILLISECONDS = 5_000;
const TEXT = { type: 'string' } as const;

@ApiTags('audit')
@Controller('api/projects/:id/audit/export')
export class ExportController {
  private readonly memory = new HeldBytes();

  constructor(private readonly exports: ChainExportService) {}

  /**
   * All entries that pass the filters, in the order in which they were recorded. Without filters, `npm run audit:verify` checks
   * what NDJSON has.
   */
  @Get()
  @ApiOperation({ operationId: 'exportProjectAudit', summary: 'Export the audit entries of a project' })
  @RequirePolicy('viewer')
  @ApiOkResponse({ content: { 'application/x-ndjson': { schema: TEXT }, 'text/csv': { schema: TEXT } } })
  async export(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { format = 'ndjson', actor, flag, environment, action, from, to }: AuditExportQuery,
    @Req() request: AuthenticatedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const networks = addressNetworks(request.ip);
    this.memory.holdUntilClosed(reply.raw, () => networks)(HELD_BYTES);
    const given = { user_id: actor, flag_id: flag, environment_id: environment, action, from, to };
    const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const permit = onceIn(PERMIT_HOLDS_MILLISECONDS, async () => request.permitAgain?.());
    const text = this.exports[format]({ chainId: projectId, filter, share: [...networks, request.user.id], permit });
    void reply.header('content-type', TYPES[format]).header('content-disposition', 'attachment');
    void reply.send(request.method === 'HEAD' ? '' : Readable.from(text));
  }
}
