import { Readable } from 'node:stream';
import {
  ExportProjectQuery as ExportQuery,
  Imported,
  ImportProjectQuery,
  PROJECT_DOCUMENT_BYTES_AT_MOST,
  ProjectDocumentView,
} from '@burgee/contracts/http';
import { addressNetworks, HeldBytes } from '@burgee/process-kit';
import { type CountedRequest, LargeRead, Refuses, RequirePolicy, UnreadBody } from '@burgee/service-kit';
import { type AuthenticatedRequest, type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesNote } from '../change-rules/takes-note.js';
import { answerPositioned, POSITIONS } from '../flags/position.js';
import { ChangeLimits } from '../quotas/change-limits.js';
import { OwnTurns } from '../quotas/change-limit.interceptor.js';
import { ChangeTurns } from '../quotas/change-turns.js';
import { ExportProjectQuery } from './export-project.query.js';
import { ImportProjectService } from './import-project.service.js';
import { readJson } from './read-json.js';

/** A project as one document: out of Burgee, and into it. */
@ApiTags('projects')
@Controller('api/projects/:id')
export class TransferController {
  private readonly memory = new HeldBytes();

  constructor(
    private readonly exporting: ExportProjectQuery,
    private readonly importing: ImportProjectService,
    private readonly turns: ChangeTurns,
    private readonly limits: ChangeLimits,
  ) {}

  /** Environments and flags with their values, as of one moment; no ids, keys or people. Its JSON Schema is at /burgee.schema.json. */
  @Get('export')
  @ApiOperation({ operationId: 'exportProject', summary: 'Export a project as one document' })
  @LargeRead()
  @Refuses('document_too_large')
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: ProjectDocumentView })
  async export(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { environments }: ExportQuery,
    @Req() request: FastifyRequest & CountedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const hold = this.memory.holdUntilClosed(reply.raw, () => addressNetworks(request.ip));
    const spend = (bytes: number) => void (request.readBeside = (request.readBeside ?? 0) + bytes);
    const options = { environments: environments?.split(','), hold, spend };
    const { slug, document } = await this.exporting.export(projectId, options);
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slug}.burgee.json"`)
      .send(document);
  }

  /**
   * Creates what is missing and changes what differs; what the document does not name stays. All or nothing, in one commit: if
   * something is wrong, `errors` names everything that is. With `dry_run`, nothing is changed, and what would be refused is refused.
   */
  @Post('import')
  @TakesNote()
  @ApiOperation({ operationId: 'importProject', summary: 'Make a project what a document says' })
  @HttpCode(200)
  @OwnTurns()
  @UnreadBody()
  @Refuses('flag_set_too_large', 'quota_exceeded', 'value_changed')
  @RequirePolicy('admin')
  @ApiBody({ type: ProjectDocumentView, description: `At most ${PROJECT_DOCUMENT_BYTES_AT_MOST} bytes.` })
  @ApiOkResponse({ type: Imported, headers: POSITIONS })
  async import(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Query() { dry_run, if_match: ifMatch }: ImportProjectQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Imported> {
    const { body } = request;
    const imported = this.turns.import(request, async (inTurn) => {
      const spend = (bytes: number) => this.limits.spendBytes(user.id, bytes);
      const document =
        body instanceof Readable ? await readJson(body, PROJECT_DOCUMENT_BYTES_AT_MOST, spend) : undefined;
      return this.importing.import(user, projectId, { document, dryRun: dry_run === 'true', ifMatch }, inTurn);
    });
    return answerPositioned(reply, imported);
  }
}
