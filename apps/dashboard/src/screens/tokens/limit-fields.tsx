import { Checkbox, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType, GetInputPropsOptions } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flagsQuery } from '../../api/flags.js';
import field from '../../tags/tags-field.module.css';
import { TagsField } from '../../tags/tags-field.js';
import { tagsOf } from '../../tags/tidy-tags.js';
import { FLAGS_AT_MOST, type LimitsDraft, NO_LIMITS, stepOf } from './limits-draft.js';
import { texts as all } from './texts.js';
import classes from './tokens.module.css';

const texts = all.limits;
const FIELDS = Object.keys(NO_LIMITS) as (keyof LimitsDraft)[];
const OPTIONS_AT_ONCE = 100;

interface Props {
  limits: LimitsDraft;
  /** The props of a field, with its error. */
  input: (field: keyof LimitsDraft, options?: GetInputPropsOptions) => GetInputPropsReturnType;
  /** The project whose flags and tags are suggested. */
  projectId: string | undefined;
  maySwitch: boolean;
  changesHint: string;
}

/** The limits of a token, closed until someone wants them or one is wrong. */
export function LimitFields(props: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && FIELDS.some((name) => Boolean(props.input(name).error))) setOpen(true);
  return (
    <details open={isOpen} className={classes.limits}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        {texts.title}
      </summary>
      {isOpen && <Fields {...props} />}
    </details>
  );
}

function Fields({ limits, input, projectId, maySwitch, changesHint }: Props) {
  const { data: flags = [] } = useQuery({ ...flagsQuery(projectId ?? ''), enabled: projectId !== undefined });
  return (
    <Stack mt="xs">
      <Text size="xs" c="dimmed">
        {texts.hint}
      </Text>
      <TagsInput
        label={texts.flags}
        description={texts.flagsHint}
        data={flags.map(({ key }) => key)}
        limit={OPTIONS_AT_ONCE}
        maxTags={FLAGS_AT_MOST}
        splitChars={[',', ' ']}
        classNames={{ inputField: field.field }}
        {...input('flags')}
      />
      <TagsField label={texts.tag} known={tagsOf(flags)} most={1} {...input('tag')} value={limits.tag} />
      <TextInput
        label={texts.step}
        description={texts.stepHint}
        inputMode="numeric"
        autoComplete="off"
        {...input('step')}
      />
      {maySwitch && stepOf(limits) !== undefined && (
        <Checkbox label={texts.switchesFreely} {...input('switchesFreely', { type: 'checkbox' })} />
      )}
      <TextInput
        label={texts.changes}
        description={changesHint}
        inputMode="numeric"
        autoComplete="off"
        {...input('changes')}
      />
      <Checkbox label={texts.ask} description={texts.askHint} {...input('ask', { type: 'checkbox' })} />
    </Stack>
  );
}
