import type { EnvironmentView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { useLast } from '../../../feedback/dialogs/use-last.js';
import { attributeText, valueText, wantedText } from '../../../toggle/describe-value.js';
import { Difference } from '../../../toggle/difference.js';
import { Shown } from '../../../toggle/shown.js';
import { takesValue } from '../editor/audience.js';
import classes from '../flag-screen.module.css';
import { changesOf, type Draft, type Drafts } from './drafts.js';
import { sentenceOf } from '../environments/sentence-of.js';
import { texts as all } from '../texts.js';

const texts = all.unsaved;

interface Props {
  opened: boolean;
  type: FlagType;
  /** The environments that the user has to confirm. */
  asked: readonly EnvironmentView[];
  drafts: Drafts;
  onClose: () => void;
  onSave: () => void;
}

/** Shows what saving changes, and for whom, where the user has to confirm it. */
export function ConfirmSave({ opened, type, drafts, onClose, onSave, ...current }: Props) {
  const asked = useLast(opened ? current.asked : undefined) ?? [];
  const names = asked.map(({ name }) => name);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.confirm(names)}>
      <Stack>
        {asked.map((environment) => {
          const draft = drafts[environment.id];
          return draft && <Question key={environment.id} environment={environment} type={type} draft={draft} />;
        })}
        <DialogFoot
          action={texts.saveIn(names)}
          onConfirm={() => {
            onClose();
            onSave();
          }}
          onCancel={onClose}
          focus="cancel"
        />
      </Stack>
    </Modal>
  );
}

interface QuestionProps {
  environment: EnvironmentView;
  type: FlagType;
  draft: Draft;
}

function Question({ environment, type, draft }: QuestionProps) {
  const { base, value } = draft;
  return (
    <section className={classes.question} data-color={environment.color}>
      <Text component="div" fw={600}>
        <EnvironmentName environment={environment} />
      </Text>
      <Text size="sm" c="dimmed" className="any-text">
        <Shown text={texts.now(sentenceOf(base, type))} />
      </Text>
      <Text size="sm" fw={500} className="any-text">
        <Shown text={texts.after(sentenceOf(value, type))} />
      </Text>
      {type !== 'boolean' && takesValue(base, value) && (
        <Alert className="notice-warn" mt="xs">
          <Shown
            text={texts.loses(
              valueText(base.targeting_return_value ?? ''),
              attributeText(value.targeting_attribute ?? ''),
              wantedText(value.targeting_value ?? ''),
            )}
          />
        </Alert>
      )}
      <Difference changes={changesOf(draft)} />
      {environment.protected && (
        <Text size="sm" c="dimmed">
          {texts.protected}
        </Text>
      )}
    </section>
  );
}
