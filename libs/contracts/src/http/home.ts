import { ApiProperty } from '@nestjs/swagger';
import { EnvironmentConnection } from './connections.js';
import { Flag, Id, OneOf, Text, Texts, Time } from './fields.js';
import { InvitationView } from './invitations.js';
import { PAUSE_REASONS, type PauseReason } from './schedules.js';

/** The maximum number of items in each list of a project's overview. */
export const HOME_ITEMS_AT_MOST = 20;

/** A change request that waits for the reader's approval. */
export class WaitingChange {
  @Id() id!: string;
  @Id() environment_id!: string;
  @Id() author_id!: string;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) author_name!: string | null;
  @Texts({ max: 200, maxItems: 50 }) flag_keys!: string[];
  @Flag({ description: 'Whether it is for a schedule.' }) is_plan!: boolean;
  @Time() created_at!: string;
}

export class HomeSchedule {
  @Id() id!: string;
  @Id() flag_id!: string;
  @Text() flag_key!: string;
  @Id() environment_id!: string;
  @Text({ nullable: true }) name!: string | null;
  @Time({ description: 'When its next step is due.' }) next_at!: string;
  @OneOf(PAUSE_REASONS, { nullable: true, description: 'Why it is paused; null if it is not.' })
  pause_reason!: PauseReason | null;
}

const AT_MOST = `at most ${HOME_ITEMS_AT_MOST}.`;

/** What a member of a project looks for first. */
export class HomeView {
  @ApiProperty({
    type: [WaitingChange],
    description: `Change requests by others in review that you may approve and have not, newest first; ${AT_MOST}`,
  })
  requests!: WaitingChange[];
  @ApiProperty({
    type: [HomeSchedule],
    description: `Paused schedules in environments whose values you may change; ${AT_MOST}`,
  })
  paused!: HomeSchedule[];
  @ApiProperty({
    type: [HomeSchedule],
    description: `Schedules whose next step is due within seven days, soonest first; ${AT_MOST}`,
  })
  upcoming!: HomeSchedule[];
  @ApiProperty({
    type: [InvitationView],
    required: false,
    description: `Only for admins: open invitations, newest first; ${AT_MOST}`,
  })
  invitations?: InvitationView[];
  @ApiProperty({ type: [EnvironmentConnection] }) connections!: EnvironmentConnection[];
}
