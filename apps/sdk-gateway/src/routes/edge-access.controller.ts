import { EdgeAccessView } from '@burgee/contracts/http';
import { SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { EdgeAccessHandler } from '@burgee/flag-serving';
import { RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

@ApiTags('sdk')
@Controller('api/v1/edge')
@RequirePolicy('sdk-key')
export class EdgeAccessController {
  constructor(private readonly access: EdgeAccessHandler) {}

  /** Which origins and keys open the environment of the key, so that an edge can check them. Answered ahead of the framework. */
  @Get('access')
  @ApiOperation({
    operationId: 'fetchEdgeAccess',
    summary: 'Tell an edge who may call for an environment',
    description: 'No limit of requests. Of keys it tells the SHA-256, from which nobody can find them.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiHeader({ name: 'if-none-match', required: false, description: 'Longer than 500 characters: not compared.' })
  @ApiOkResponse({ type: EdgeAccessView, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Nothing changed since that ETag.' })
  tell(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    this.access.handle(request.raw, reply.raw);
  }
}
