import { OperationsView } from '@burgee/contracts/http';
import { workDone } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProcessReports } from './process-reports.js';

@ApiTags('operations')
@Controller('api/operations')
export class OperationsController {
  constructor(private readonly reports: ProcessReports) {}

  /** The processes with their versions and state, for the accounts in `INSTANCE_OWNERS`. Takes about a second. */
  @Get()
  @Endpoint({ summary: 'Get the state of every process', policy: 'instance-owner', answers: OperationsView })
  showOperations(): Promise<OperationsView> {
    workDone();
    return this.reports.ask();
  }
}
