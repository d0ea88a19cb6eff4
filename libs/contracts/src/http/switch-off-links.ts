import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Integer, Name, OneOf, Text, Time } from './fields.js';
import { TAG } from './flags.js';

/** off: off. before_plan: back to the value before a plan that has changed it, where that serves no more; else off. */
export const SWITCH_OFF_EFFECTS = ['off', 'before_plan'] as const;
export type SwitchOffEffect = (typeof SWITCH_OFF_EFFECTS)[number];

/** Begins the address of every link. */
export const SWITCH_OFF_PATH = '/api/switch-off/';

const EFFECT =
  'off: switches off. before_plan: goes back to the value before a plan that has changed it, if that serves no more, else switches off.';

export class CreateSwitchOffLinkRequest {
  @Name({ max: 100, example: 'Checkout errors' }) name!: string;
  @Id({ optional: true, description: 'The flag. Send this or tag.' }) flag_id?: string;
  @Text({ ...TAG, optional: true, description: 'Every flag with this tag, at the time of each call.' }) tag?: string;
  @OneOf(SWITCH_OFF_EFFECTS, { optional: true, description: `${EFFECT} Default: off.` }) effect?: SwitchOffEffect;
}

export class SwitchOffLinkView {
  @Id() id!: string;
  @Text() name!: string;
  @Id() environment_id!: string;
  @Id({ nullable: true }) flag_id!: string | null;
  @Text({ nullable: true }) flag_key!: string | null;
  @Text({ nullable: true }) tag!: string | null;
  @OneOf(SWITCH_OFF_EFFECTS, { description: EFFECT }) effect!: SwitchOffEffect;
  @Id({ description: 'Who made it, and has seen its address.' }) created_by!: string;
  @Text({ nullable: true }) created_by_name!: string | null;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'The last call, also one about a resolved alert.' }) last_used_at!:
    | string
    | null;
  @Time({ nullable: true, description: 'When it ended, because who made it is no longer an owner; null if it works.' })
  ended_at!: string | null;
}

export class CreatedSwitchOffLink extends SwitchOffLinkView {
  @Text({
    example: `${SWITCH_OFF_PATH}bge_off_…`,
    description: "Its path at Burgee's address: a secret. Shown only once.",
  })
  path!: string;
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

export class SwitchOffClients {
  @Integer({ ...COUNT, description: 'Clients of the environment, counted like `?wait=applied`.' }) total!: number;
  @Integer({ ...COUNT, description: 'How many were sent the change.' }) have_it!: number;
  @Integer({ ...COUNT, description: 'How many were not, or it is not known.' }) not_yet!: number;
  @Flag({ description: 'False: not every client could be counted, for example because NATS is down.' })
  complete!: boolean;
}

export class SwitchedOff {
  @Text({ description: 'What happened, in a sentence or two.' }) message!: string;
  @Flag({ description: 'Whether the body said that the alert is over. Then nothing was changed.' })
  is_resolved!: boolean;
  @Integer({ ...COUNT, description: 'How many flags the call was about.' }) flags!: number;
  @ApiProperty({ type: SwitchOffClients, nullable: true, description: 'Null if nothing was to be changed.' })
  clients!: SwitchOffClients | null;
}
