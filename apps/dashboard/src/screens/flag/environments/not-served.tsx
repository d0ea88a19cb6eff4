import type { EnvironmentView, FlagView, FlagValueView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { wasEnded } from '../../../api/api-error.js';
import { useEditValue } from '../../../api/flag-values.js';
import { confirmIn, isConfirmed } from '../../../environment/confirm-in.js';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { showDone, showFailure } from '../../../feedback/toasts/toasts.js';
import { differences } from '../../../toggle/describe-value.js';
import { afterPatch } from '../../../toggle/value-patch.js';
import { notServedTexts as texts } from './not-served-texts.js';
import { texts as all } from '../texts.js';

interface Props {
  flag: FlagView;
  environment: EnvironmentView;
  row: FlagValueView;
  canEdit: boolean;
}

const SERVE = { served: true } as const;

/** Says that apps do not get the flag here yet, and serves it, or requests approval where the environment requires it. */
export function NotServed({ flag, environment, row, canEdit }: Props) {
  const edit = useEditValue(flag.project_id);
  const serve = () =>
    void edit.mutateAsync({ flagId: flag.id, environmentId: environment.id, patch: SERVE, since: row.updated_at }).then(
      () => showDone(texts.done(flag.key, environment.name)),
      (error: unknown) => {
        if (!wasEnded(error)) showFailure(texts.failed(flag.key, environment.name), error);
      },
    );
  const question = {
    title: texts.title(flag.key, environment.name),
    environments: isConfirmed(environment) ? [environment] : [],
    changes: differences(row, afterPatch(row, SERVE)),
    effects: [texts.effect],
    action: texts.action(environment.name),
  };
  return (
    <>
      <Text size="sm" className="any-text">
        {environmentTexts.notServedHint}
      </Text>
      {canEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={edit.isPending}
          onClick={() => void confirmIn(question, serve)}
        >
          {texts.serve}
          <span className="visually-hidden">{all.inEnvironment(environment.name)}</span>
        </Button>
      )}
    </>
  );
}
