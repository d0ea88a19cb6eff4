import { AuditVerification, AuditVerifyQuery, decodeNumber, encodeCursor, nextLink } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG } from '../config.js';
import { acceptedKids, type Keys } from './checkpoint.js';
import { VerifyChainService } from './verify-chain.service.js';

@ApiTags('audit')
@Controller('api/projects/:id/audit/verify')
export class VerifyController {
  private readonly kids: readonly string[];

  constructor(
    private readonly chains: VerifyChainService,
    @Inject(CONFIG) config: Keys,
  ) {
    this.kids = acceptedKids(config);
  }

  /** Compares the entries of one part with the hashes of the chain and reports the first fault. */
  @Get()
  @Endpoint({ summary: "Verify a project's audit entries", policy: 'viewer', answers: AuditVerification })
  async verifyProjectAudit(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor }: AuditVerifyQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditVerification> {
    const after = cursor === undefined ? undefined : decodeNumber(cursor);
    const { verification, next } = await this.chains.part(projectId, after, { kids: this.kids });
    if (next !== undefined) void reply.header('link', nextLink(request.url, encodeCursor([String(next)])));
    return verification;
  }
}
