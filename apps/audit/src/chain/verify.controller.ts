import { AuditVerification, AuditVerifyQuery, decodeNumber, encodeCursor, nextLink } from '@burgee/contracts/http';
import { type CountedRequest, LargeRead, RequirePolicy } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerifyChainService } from './verify-chain.service.js';

/** To compare an entry costs about a tenth of what it does to answer with it. */
const READ_FOR_ONE_ANSWERED = 10;

@ApiTags('audit')
@Controller('api/projects/:id/audit/verify')
export class VerifyController {
  constructor(private readonly chains: VerifyChainService) {}

  /** Compares each entry with the hash of its chain, and names the first place that was tampered with. So many for one answer. */
  @Get()
  @ApiOperation({ operationId: 'verifyProjectAudit', summary: 'Verify the audit entries of a project' })
  @RequirePolicy('viewer')
  @LargeRead()
  @ApiOkResponse({ type: AuditVerification })
  async verify(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor }: AuditVerifyQuery,
    @Req() request: FastifyRequest & CountedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditVerification> {
    const after = cursor === undefined ? undefined : decodeNumber(cursor);
    const { verification, next, read } = await this.chains.part(projectId, after);
    request.readBeside = read / READ_FOR_ONE_ANSWERED;
    if (next !== undefined) void reply.header('link', nextLink(request.url, encodeCursor([String(next)])));
    return verification;
  }
}
