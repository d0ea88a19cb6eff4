import { Explained, ExplainRequest, FlagSetAt, FlagSetAtRequest } from '@burgee/contracts/http';
import { Refuses, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FlagSetAtQuery } from './flag-set-at.query.js';

/** What the flags of an environment were. */
@ApiTags('environments')
@Controller('api/environments/:envId')
export class HistoryController {
  constructor(private readonly flagSets: FlagSetAtQuery) {}

  /** The whole flag set, as clients had it. What is older than the history is 410; nothing is guessed. */
  @Get('history')
  @ApiOperation({ operationId: 'getFlagSetAt', summary: 'Show the flag set of an environment as it was' })
  @Refuses('history_gone', 'position_unknown')
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: FlagSetAt })
  show(@Param('envId', ResourceId) environmentId: string, @Query() { at }: FlagSetAtRequest): Promise<FlagSetAt> {
    return this.flagSets.show(environmentId, at);
  }

  /**
   * For each flag what a client that holds this flag set decides, by which rule or percentage, and who made it so. It does not say
   * that such a client was there.
   */
  @Post('explain')
  @ApiOperation({ operationId: 'explainFlags', summary: 'Explain what clients decide for a context, now or then' })
  @HttpCode(200)
  @Refuses('history_gone', 'position_unknown')
  @RequirePolicy('editor')
  @ApiOkResponse({ type: Explained })
  explain(@Param('envId', ResourceId) environmentId: string, @Body() body: ExplainRequest): Promise<Explained> {
    return this.flagSets.explain(environmentId, body);
  }
}
