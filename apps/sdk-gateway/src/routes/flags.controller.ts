import { ServedFlagView } from '@burgee/contracts/http';
import { MIN_POSITION_HEADER, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { FlagsHandler } from '@burgee/flag-serving';
import { Refuses, RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

@ApiTags('sdk')
@Controller('api/v1/flags')
@RequirePolicy('sdk-key')
export class FlagsController {
  constructor(private readonly flags: FlagsHandler) {}

  /**
   * All flags of the key's environment, as stored. Requests for exactly this address bypass the framework; those that come
   * here, with a query string for instance, get the same answer.
   */
  @Get()
  @ApiOperation({
    operationId: 'fetchFlags',
    summary: 'Fetch all flags of an environment',
    description:
      'No limit of requests. When too many of a project or a network wait for a large flag set: `overloaded`.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiHeader({ name: 'if-none-match', required: false, description: 'Longer than 500 characters: not compared.' })
  @ApiHeader({ name: MIN_POSITION_HEADER, required: false, description: 'As a write answered it: Burgee-Position.' })
  @Refuses('position_unknown', 'position_not_reached')
  @ApiOkResponse({ type: [ServedFlagView], headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Nothing changed since that ETag.' })
  flagSet(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    this.flags.handle(request.raw, reply.raw);
  }
}
