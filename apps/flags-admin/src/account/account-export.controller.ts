import { AccountInProjectsExport } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NoticesQuery } from '../notices/notices.query.js';
import { MembershipQuery } from './membership.query.js';

@ApiTags('auth')
@Controller('api/auth/me/export/projects')
export class AccountExportController {
  constructor(
    private readonly memberships: MembershipQuery,
    private readonly notices: NoticesQuery,
  ) {}

  /** The other half of your data is in `GET /api/auth/me/export`. */
  @Get()
  @Endpoint({
    summary: 'Export your memberships, preferences and notices',
    policy: 'session',
    answers: AccountInProjectsExport,
  })
  async exportAccountInProjects(@User() { id }: CurrentUser): Promise<AccountInProjectsExport> {
    return { memberships: await this.memberships.list(id), notices: await this.notices.all(id) };
  }
}
