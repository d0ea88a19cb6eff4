import { ActionIcon, Button, Checkbox, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { ColorSelect } from '../../environment/color-select.js';
import { blankAfter, MOST_ENVIRONMENTS, type ProjectDraft } from './project-draft.js';
import classes from './new-project-screen.module.css';
import { texts } from './texts.js';

/** The environments of a new project. */
export function EnvironmentDrafts({ form }: { form: UseFormReturnType<ProjectDraft> }) {
  const { environments } = form.getValues();
  return (
    <fieldset className={classes.fieldset}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {texts.environments}
      </Text>
      {environments.map((environment, index) => (
        <div key={environment.id} className={classes.environment}>
          <TextInput
            aria-label={texts.nameOf(index + 1)}
            placeholder={texts.environmentExample}
            maxLength={100}
            {...form.getInputProps(`environments.${index}.name`)}
          />
          <ColorSelect
            aria-label={texts.colorOf(index + 1)}
            value={environment.color}
            onChange={(color) => form.setFieldValue(`environments.${index}.color`, color ?? environment.color)}
          />
          <Checkbox
            className={classes.protect}
            label={texts.protect}
            {...form.getInputProps(`environments.${index}.protected`, { type: 'checkbox' })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={environments.length === 1}
            aria-label={texts.remove(environment.name || index + 1)}
            onClick={() => form.removeListItem('environments', index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          disabled={environments.length === MOST_ENVIRONMENTS}
          onClick={() => form.insertListItem('environments', blankAfter(environments))}
        >
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}
