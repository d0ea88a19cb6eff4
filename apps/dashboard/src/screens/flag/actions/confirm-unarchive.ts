import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { confirmIn, needsApproval } from '../../../environment/confirm-in.js';
import { environmentsServing } from '../../../environment/serve-again.js';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { describeAudience } from '../../../toggle/describe-value.js';
import { texts as toggleTexts } from '../../../toggle/texts.js';
import { texts as all } from '../texts.js';

const texts = all.archiving;

const servedText = (value: FlagValueView, type: FlagView['type']): string => {
  if (value.served === false) return environmentTexts.notServedHint;
  return value.is_enabled ? describeAudience(value, type) : toggleTexts.off;
};

/** What apps get of an archived flag after it is unarchived, a line for each environment. */
export const servedAgain = (
  { type, environments: values }: Pick<FlagView, 'type' | 'environments'>,
  environments: readonly EnvironmentView[],
): string[] =>
  environments.flatMap(({ id, name }) =>
    values.filter(({ environment_id }) => environment_id === id).map((value) => `${name}: ${servedText(value, type)}`),
  );

/**
 * Shows what will be served before it unarchives a flag: its values may have changed while it was archived. Where that
 * needs approval, the dialog that requests it asks instead.
 */
export const confirmUnarchive = (
  flag: FlagView,
  environments: readonly EnvironmentView[],
  unarchive: () => unknown,
): Promise<boolean> => {
  const serving = environmentsServing([flag], environments);
  const isRequested = needsApproval(serving);
  return confirmIn(
    {
      title: texts.again(flag.key),
      action: all.unarchive,
      environments: isRequested ? [] : serving,
      effects: [texts.served, ...servedAgain(flag, environments)],
      always: !isRequested,
    },
    unarchive,
  );
};
