import { STEPPED_VERBS, type SteppedVerb, type TokenLimits } from '../wire/token-limits.js';
import { Flag, Integer, SomeOf, Text, Texts } from './fields.js';

/** What a token may change. Left out, or null: no limit. */
export class TokenLimitsView implements TokenLimits {
  @Texts({
    nullable: true,
    optional: true,
    minItems: 1,
    maxItems: 100,
    max: 200,
    description: 'The keys of the flags that it may change.',
  })
  flags!: string[] | null;
  @Text({
    nullable: true,
    optional: true,
    min: 1,
    max: 50,
    description: 'It may change the flags that have this tag.',
  })
  tag!: string | null;
  @Integer({
    nullable: true,
    optional: true,
    min: 0,
    max: 100,
    description: 'The largest step in percentage points. A switch and a change of a rule are 100.',
  })
  step!: number | null;
  @SomeOf(STEPPED_VERBS, { optional: true, description: 'The verbs to which `step` does not apply.' })
  without_step!: SteppedVerb[];
  @Integer({
    nullable: true,
    optional: true,
    min: 0,
    max: 1_000_000,
    description: 'How many values it may change in all.',
  })
  changes!: number | null;
  @Flag({
    optional: true,
    description: 'true: what goes beyond becomes a change request, for a person to approve. Default: it is refused.',
  })
  ask!: boolean;
}
