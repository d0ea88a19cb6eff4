import { SDK_KEY_HEADER, StreamTicket } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Door } from '../admission/admission.js';
import { corsHeaders } from '../admission/cors.js';
import { OpenStream } from './open-stream.handler.js';
import { streamQuery } from './stream-query.js';
import { Tickets } from './tickets.js';

@ApiTags('sdk')
@Controller('api/v1/stream')
@RequireAccess('sdk-key')
export class StreamController {
  constructor(
    private readonly stream: OpenStream,
    private readonly door: Door,
    private readonly tickets: Tickets,
  ) {}

  /**
   * Every change of the key's environment as it happens, by Server-Sent Events. Answered ahead of the framework, which
   * would keep its own objects of a request for as long as the stream is open.
   */
  @Get()
  @ApiOperation({ summary: 'Follow the changes of an environment' })
  @ApiHeader({ name: SDK_KEY_HEADER, required: false, description: 'Or a ticket.' })
  @ApiHeader({ name: 'last-event-id', required: false })
  @ApiQuery({ name: 'ticket', required: false })
  @ApiQuery({ name: 'snapshot', required: false, enum: ['true'] })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'ready, flag_updated, flag_deleted, snapshot' })
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    this.stream.handle(request.raw, reply.raw, streamQuery(request.raw.url?.split('?', 2)[1]));
  }

  /** A ticket for one stream, good for 30 s: for a browser's EventSource, which cannot send headers. */
  @Post('ticket')
  @ApiOperation({ summary: 'Get a ticket for one stream' })
  @HttpCode(200)
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiOkResponse({ type: StreamTicket })
  async ticket(
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamTicket> {
    const admission = await this.door.admit(headers[SDK_KEY_HEADER] as string | undefined, headers.origin);
    void reply.headers({ vary: 'Origin', 'cache-control': 'no-store', ...corsHeaders(admission.allowOrigin) });
    if (admission.kind === 'refused') throw admission.error;
    return this.tickets.issue(admission.kind === 'current' ? admission.authority.key_hash : admission.keyHash);
  }
}
