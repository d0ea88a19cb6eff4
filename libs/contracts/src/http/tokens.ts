import { ApiProperty } from '@nestjs/swagger';
import {
  PROJECT_VERBS,
  TOKEN_DAYS,
  TOKEN_DAYS_AT_MOST,
  TOKEN_KINDS,
  type TokenKind,
  type Verb,
  VERBS,
} from '../wire/token-scope.js';
import { OptionalObjectOf } from './objects.js';
import { TokenLimitsView } from './token-limits.js';
import { Flag, Id, Ids, Integer, Name, OneOf, SomeOf, Text, Time } from './fields.js';

const SCOPED = { minItems: 1, maxItems: 100, optional: true };
const VERBS_SAY =
  'read; switch = turn flags on and off; edit = percentages, rules and values; manage = flags, environments, keys, webhooks, people';

/** What all tokens are made of. */
class TokenRequest {
  @Name({ max: 100, example: 'deploy-bot' }) name!: string;
  @Ids({ ...SCOPED, description: 'The environments that it may change. Left out: all. Not with manage or administer.' })
  environments?: string[];
  @Integer({ min: 1, max: TOKEN_DAYS_AT_MOST, optional: true, description: `Default ${TOKEN_DAYS}.` })
  expires_in_days?: number;
  @OptionalObjectOf(TokenLimitsView, 'What it may change of that. Not with manage or administer.')
  limits?: TokenLimitsView;
}

export class CreateProjectTokenRequest extends TokenRequest {
  @SomeOf(PROJECT_VERBS, { minItems: 1, description: `What it may do: ${VERBS_SAY}.` }) verbs!: Verb[];
}

/** A personal token, or one of the installation. */
export class CreateTokenRequest extends TokenRequest {
  @SomeOf(VERBS, {
    minItems: 1,
    description: `What it may do: ${VERBS_SAY}; administer = Administration, for administrators.`,
  })
  verbs!: Verb[];
  @Ids({ ...SCOPED, description: 'The projects that it opens. Left out: all. Required with `environments`.' })
  projects?: string[];
}

/** Who made a token. */
export class TokenMakerView {
  @Id() id!: string;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) name!: string | null;
}

export class TokenView {
  @Id() id!: string;
  @Text() name!: string;
  @OneOf(TOKEN_KINDS, { description: 'personal = acts for its account; service = acts as itself.' }) kind!: TokenKind;
  @Id({ nullable: true, description: 'Of a service token of one project.' }) project_id!: string | null;
  @SomeOf(VERBS) verbs!: Verb[];
  @Ids({ nullable: true, description: 'null = all.' }) projects!: string[] | null;
  @Ids({ nullable: true, description: 'null = all.' }) environments!: string[] | null;
  @ApiProperty({ type: TokenLimitsView, nullable: true }) limits!: TokenLimitsView | null;
  @ApiProperty({ type: TokenMakerView }) created_by!: TokenMakerView;
  @Time() created_at!: string;
  @Time() expires_at!: string;
  @Time({ nullable: true, description: 'To the minute; null if never used.' }) last_used_at!: string | null;
  @Text({ nullable: true, description: 'The address of the last use.' }) last_used_from!: string | null;
}

/** A service token that a project sees: its own, or one of the installation. */
export class ProjectTokenView extends TokenView {
  @Flag({ description: 'Whether it may act in the project. Owners let tokens of the installation in.' })
  has_access!: boolean;
}

export class NewTokenView extends TokenView {
  @Text({ example: 'bge_tok_…', description: 'Shown only here: just a hash is stored.' }) token!: string;
}
