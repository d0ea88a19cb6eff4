import { SDK_KEY_HEADER, ServedFlag } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServeFlags } from './serve-flags.handler.js';

@ApiTags('sdk')
@Controller('api/v1/flags')
@RequireAccess('sdk-key')
export class ServeFlagsController {
  constructor(private readonly flags: ServeFlags) {}

  /**
   * All flags of the key's environment, as stored. Requests for exactly this address are answered ahead of the
   * framework; what comes here, with a query for instance, gets the same answer.
   */
  @Get()
  @ApiOperation({ summary: 'Fetch all flags of an environment' })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiHeader({ name: 'if-none-match', required: false })
  @ApiOkResponse({ type: [ServedFlag], headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Nothing changed since that ETag.' })
  async flagSet(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.hijack();
    await this.flags.handle(request.raw, reply.raw);
  }
}
