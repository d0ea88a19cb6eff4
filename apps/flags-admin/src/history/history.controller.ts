import { Explained, ExplainRequest, FlagSetAt, FlagSetAtRequest } from '@burgee/contracts/http';
import { type CountedRequest, LargeRead, Refuses, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FlagSetAtQuery, type Shown } from './flag-set-at.query.js';

/** To read a flag set costs about half of what it does to show it. */
const paid = <T>(request: CountedRequest, { shown, lookedAt }: Shown<T>): T => {
  request.readBeside = lookedAt / 2;
  return shown;
};

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
  @LargeRead()
  @ApiOkResponse({ type: FlagSetAt })
  async show(
    @Param('envId', ResourceId) environmentId: string,
    @Query() { at }: FlagSetAtRequest,
    @Req() request: CountedRequest,
  ): Promise<FlagSetAt> {
    return paid(request, await this.flagSets.show(environmentId, at));
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
  @LargeRead()
  @ApiOkResponse({ type: Explained })
  async explain(
    @Param('envId', ResourceId) environmentId: string,
    @Body() body: ExplainRequest,
    @Req() request: CountedRequest,
  ): Promise<Explained> {
    return paid(request, await this.flagSets.explain(environmentId, body));
  }
}
