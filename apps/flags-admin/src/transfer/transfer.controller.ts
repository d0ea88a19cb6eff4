import { Readable } from 'node:stream';
import {
  ExportProjectQuery as ExportQuery,
  Imported,
  ImportProjectQuery,
  PROJECT_DOCUMENT_BYTES_AT_MOST,
  ProjectDocumentView,
} from '@burgee/contracts/http';
import { BufferedBytes } from '@burgee/admission';
import { overloaded } from '@burgee/contracts/wire';
import { addressNetworks } from '@burgee/process-kit';
import { Endpoint, reauthorize, UnreadBody } from '@burgee/service-kit';
import { type AuthenticatedRequest, type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { NOTE } from '../change-rules/note-headers.js';
import { answerPositioned, POSITIONS } from '../flags/position.js';
import { ExportProjectService } from './export-project.service.js';
import { ImportProjectService } from './import-project.service.js';
import { readJson } from './read-json.js';

/** An import that has waited longer does not start: its client may have given up. */
const WAITS_AT_MOST_MILLISECONDS = 30_000;
/** How long an authorization check stays valid. */
const AUTHORIZED_FOR_MILLISECONDS = 100;

/** Export and import of a project as one document. */
@ApiTags('projects')
@Controller('api/projects/:id')
export class TransferController {
  private readonly memory = new BufferedBytes();
  /** Holds one document at a time in memory. */
  private readonly oneImport = pLimit(1);

  constructor(
    private readonly exporting: ExportProjectService,
    private readonly importing: ImportProjectService,
  ) {}

  /**
   * Environments with their rules, and flags with their values, from one snapshot. `left_out` names what it leaves out.
   * The JSON Schema is at /burgee.schema.json. The history records the export.
   */
  @Get('export')
  @Endpoint({
    summary: 'Export a project as one document',
    policy: 'viewer',
    answers: ProjectDocumentView,
    refuses: ['document_too_large'],
  })
  async exportProject(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Query() { environments }: ExportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const hold = this.memory.holdUntilClosed(reply.raw, () => addressNetworks(request.ip));
    const options = { environments: environments?.split(','), hold };
    const isRead = request.method !== 'HEAD';
    const { slug, document } = await this.exporting.export(isRead ? user : undefined, projectId, options);
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slug}.burgee.json"`)
      .send(isRead ? document : '');
  }

  /**
   * Creates items that are missing and changes items that differ. Items that are not in the document stay. All or
   * nothing, in one commit: `errors` lists every fault. `dry_run` runs every check and changes nothing.
   */
  @Post('import')
  @Endpoint({
    summary: 'Import a document into a project',
    policy: 'admin',
    takes: [
      ApiBody({ type: ProjectDocumentView, description: `At most ${PROJECT_DOCUMENT_BYTES_AT_MOST} bytes.` }),
      UnreadBody(),
      NOTE,
    ],
    answers: { type: Imported, headers: POSITIONS },
    refuses: ['flag_set_too_large', 'quota_exceeded', 'value_changed'],
  })
  async importProject(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Query() { dry_run, if_match: ifMatch }: ImportProjectQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Imported> {
    const { body } = request;
    const authorized = reauthorize(request, AUTHORIZED_FOR_MILLISECONDS);
    const cameAt = performance.now();
    const imported = this.oneImport(async () => {
      if (performance.now() - cameAt > WAITS_AT_MOST_MILLISECONDS)
        throw overloaded('Too many imports are running, so this one did not start.');
      await authorized();
      const document = body instanceof Readable ? await readJson(body, PROJECT_DOCUMENT_BYTES_AT_MOST) : undefined;
      return this.importing.import(user, projectId, { document, dryRun: dry_run === 'true', ifMatch });
    });
    return answerPositioned(reply, imported);
  }
}
