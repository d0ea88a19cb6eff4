type Settings = Record<string, unknown>;

/** The differences with their old and new values. Undefined when there are none. */
export function changedSettings(before: Settings, now: Settings): { before: Settings; now: Settings } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => before[name] !== now[name],
  );
  if (names.length === 0) return undefined;
  const only = (all: Settings) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return { before: only(before), now: only(now) };
}
