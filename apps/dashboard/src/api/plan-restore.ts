import type { ComparedValue, FlagAt, Restored } from '@burgee/contracts/http';

/** What a restore would change. */
export interface RestorePlan extends Pick<Restored, 'changes' | 'newer'> {
  /** Undefined where the service allows no dry run without approval. */
  tag: string | undefined;
  /** The keys of flags that a request cannot bring back: they are archived or deleted. */
  gone: string[];
}

const valueOf = (flag: FlagAt): ComparedValue => ({
  is_enabled: flag.is_enabled,
  rollout_percentage: flag.rollout_percentage,
  targeting_attribute: flag.targeting_attribute,
  targeting_value: flag.targeting_value,
  targeting_return_value: flag.targeting_return_value,
});

/** The plan from the flag sets then and now, where the service allows no dry run. */
export function planRestore(then: readonly FlagAt[], now: readonly FlagAt[]): RestorePlan {
  const present = new Map(now.map((flag) => [flag.flag_id, flag]));
  const past = new Set(then.map(({ flag_id }) => flag_id));
  const changes = then.flatMap((flag): Restored['changes'] => {
    const here = present.get(flag.flag_id);
    if (!here) return [];
    const [from, to] = [valueOf(here), valueOf(flag)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [{ flag_id: flag.flag_id, key: here.key, action: 'change', parts: [], from, to }];
  });
  const newer = now.filter(({ flag_id }) => !past.has(flag_id)).map(({ flag_id, key }) => ({ flag_id, key }));
  const gone = then.filter(({ flag_id }) => !present.has(flag_id)).map(({ key }) => key);
  return { changes, newer, gone, tag: undefined };
}
