import { FlagValueView, FlagView } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { findFlag, valuesOfFlags } from '../flag.query.js';
import { flagView, valueView } from '../flag-row.js';

@ApiTags('flags')
@Controller('api/flags/:flagId')
@RequireAccess('viewer')
export class ListFlagValuesController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Get()
  @ApiOperation({ summary: 'Show a flag with its values' })
  @ApiOkResponse({ type: FlagView })
  async flag(@Param('flagId', ResourceId) flagId: string): Promise<FlagView> {
    const { manager } = this.database;
    return flagView(await findFlag(manager, flagId), await valuesOfFlags(manager, [flagId]));
  }

  /** The flag's value in each environment in which it exists. */
  @Get('environments')
  @ApiOperation({ summary: 'List the values of a flag' })
  @ApiOkResponse({ type: [FlagValueView] })
  async values(@Param('flagId', ResourceId) flagId: string): Promise<FlagValueView[]> {
    const rows = await valuesOfFlags(this.database.manager, [flagId]);
    return rows.map(valueView);
  }
}
