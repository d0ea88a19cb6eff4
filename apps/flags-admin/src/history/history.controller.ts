import { Explained, ExplainRequest, FlagSetAt, FlagSetAtRequest } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FlagSetAtQuery } from './flag-set-at.query.js';

/** Past flag sets of an environment. */
@ApiTags('environments')
@Controller('api/environments/:envId')
export class HistoryController {
  constructor(private readonly flagSets: FlagSetAtQuery) {}

  /** The whole flag set as clients had it. 410 for times before the history: nothing is guessed. */
  @Get('history')
  @Endpoint({
    summary: "Get an environment's flag set at a past time",
    policy: 'viewer',
    answers: FlagSetAt,
    refuses: ['history_gone', 'position_unknown'],
  })
  getFlagSetAt(
    @Param('envId', ResourceId) environmentId: string,
    @Query() { at }: FlagSetAtRequest,
  ): Promise<FlagSetAt> {
    return this.flagSets.show(environmentId, at);
  }

  /**
   * For each flag, the decision of a client with this flag set: the value, the rule or percentage, and the author. It
   * does not mean that such a client existed.
   */
  @Post('explain')
  @Endpoint({
    summary: 'Explain how flags evaluate for a context, now or at a past time',
    policy: 'editor',
    answers: Explained,
    refuses: ['history_gone', 'position_unknown'],
  })
  explainFlags(@Param('envId', ResourceId) environmentId: string, @Body() body: ExplainRequest): Promise<Explained> {
    return this.flagSets.explain(environmentId, body);
  }
}
