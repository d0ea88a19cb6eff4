import type { BenchFixture } from './bench-fixture.js';

/** The numbers, per hundred flags, that are on or off, have a percentage, or have a rule. */
export const SWITCHES = 50;
export const PERCENTAGES = 30;
export const RULES = 20;
export const FLAGS = SWITCHES + PERCENTAGES + RULES;

/** What the value of the flag with this index is. */
function valueOf(index: number): object {
  if (index < SWITCHES) return { is_enabled: index % 2 === 0 };
  if (index < SWITCHES + PERCENTAGES) return { is_enabled: true, rollout_percentage: 5 + 3 * (index - SWITCHES) };
  return {
    is_enabled: true,
    targeting_attribute: index % 2 === 0 ? 'country' : 'plan',
    targeting_value: index % 2 === 0 ? 'NO' : 'pro',
    targeting_return_value: 'true',
  };
}

/** Gives the flags of a fixture values that take deciding. */
export async function makeDecidable(base: string, { cookie, environmentId, flagIds }: BenchFixture): Promise<void> {
  for (const [index, flagId] of flagIds.entries()) {
    const answer = await fetch(`${base}/api/flags/${flagId}/environments/${environmentId}`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(valueOf(index)),
    });
    if (answer.status !== 200) throw new Error(`An edit answered ${answer.status} ${await answer.text()}`);
  }
}
