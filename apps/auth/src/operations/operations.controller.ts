import { OperationsView } from '@burgee/contracts/http';
import { workDone } from '@burgee/process-kit';
import { RequirePolicy } from '@burgee/service-kit';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ProcessReports } from './process-reports.js';

@ApiTags('operations')
@Controller('api/operations')
export class OperationsController {
  constructor(private readonly reports: ProcessReports) {}

  /** What runs, in which version, and how it is, for the accounts that `INSTANCE_OWNERS` names. It takes about a second. */
  @Get()
  @ApiOperation({ operationId: 'showOperations', summary: 'Show what runs and how it is' })
  @RequirePolicy('instance-owner')
  @ApiOkResponse({ type: OperationsView })
  show(): Promise<OperationsView> {
    workDone();
    return this.reports.ask();
  }
}
