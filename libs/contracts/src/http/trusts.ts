import { ApiProperty } from '@nestjs/swagger';
import { PROJECT_VERBS, type Verb } from '../wire/token-scope.js';
import {
  ACCESS_TOKEN_TYPE,
  EXCHANGED_MINUTES_AT_MOST,
  SUBJECT_TOKEN_TYPES,
  TOKEN_EXCHANGE_GRANT,
  TRUST_PROVIDERS,
  type TrustProvider,
} from '../wire/trust.js';
import { ClaimsField } from './claims-field.js';
import { Id, Ids, Integer, Name, OneOf, SomeOf, Text, Time } from './fields.js';
import { OptionalObjectOf } from './objects.js';
import { TokenLimitsView } from './token-limits.js';
import { TokenMakerView } from './tokens.js';

const CLAIMS_SAY =
  'Exact values of claims: the number of the repository or project, and a ref or environment. Of any other issuer: `sub`.';

class TrustFields {
  @Name({ max: 100, example: 'deploy' }) name!: string;
  @OneOf(TRUST_PROVIDERS, { description: 'github, gitlab and forgejo take no token of a pull or merge request.' })
  provider!: TrustProvider;
  @Text({ min: 1, max: 300, example: 'https://token.actions.githubusercontent.com' }) issuer!: string;
  @Text({ min: 1, max: 300, example: 'https://flags.example.com', description: 'For whom the job asks its token.' })
  audience!: string;
  @ClaimsField(CLAIMS_SAY, { repository_id: '74', ref: 'refs/heads/main' }) claims!: Record<string, string>;
  @SomeOf(PROJECT_VERBS, {
    minItems: 1,
    description:
      'What the job may do: read; switch = turn flags on and off; edit = percentages, rules and values; manage = all else.',
  })
  verbs!: Verb[];
}

export class CreateTrustRequest extends TrustFields {
  @Ids({
    minItems: 1,
    maxItems: 100,
    optional: true,
    description: 'The environments that it may change. Left out: all.',
  })
  environments?: string[];
  @Integer({
    min: 1,
    max: EXCHANGED_MINUTES_AT_MOST,
    optional: true,
    description: `How long its token lives. Default ${EXCHANGED_MINUTES_AT_MOST}.`,
  })
  minutes?: number;
  @OptionalObjectOf(TokenLimitsView, 'Limits of each token.') limits?: TokenLimitsView;
}

export class TrustView extends TrustFields {
  @Id() id!: string;
  @Ids({ nullable: true, description: 'null = all.' }) environments!: string[] | null;
  @Integer({ min: 1, max: EXCHANGED_MINUTES_AT_MOST }) minutes!: number;
  @ApiProperty({ type: TokenLimitsView, nullable: true }) limits!: TokenLimitsView | null;
  @ApiProperty({ type: TokenMakerView }) created_by!: TokenMakerView;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'When a job last got a token.' }) last_used_at!: string | null;
}

/** RFC 8693, form-encoded. */
export class TokenExchangeRequest {
  @OneOf([TOKEN_EXCHANGE_GRANT]) grant_type!: typeof TOKEN_EXCHANGE_GRANT;
  @Text({ min: 1, max: 20_000, description: "The job's token." }) subject_token!: string;
  @OneOf(SUBJECT_TOKEN_TYPES) subject_token_type!: (typeof SUBJECT_TOKEN_TYPES)[number];
  @Id({ description: 'The id of the trust.' }) audience!: string;
  @OneOf([ACCESS_TOKEN_TYPE], { optional: true }) requested_token_type?: typeof ACCESS_TOKEN_TYPE;
}

export class ExchangedToken {
  @Text({ example: 'bge_tok_…' }) access_token!: string;
  @OneOf([ACCESS_TOKEN_TYPE]) issued_token_type!: typeof ACCESS_TOKEN_TYPE;
  @OneOf(['Bearer']) token_type!: 'Bearer';
  @Integer({ min: 1, max: EXCHANGED_MINUTES_AT_MOST * 60, description: 'Seconds.' }) expires_in!: number;
  @Text({ description: 'The verbs, separated by blanks.' }) scope!: string;
}
