import type { Verb } from '@burgee/contracts/wire';
import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core';
import { texts } from './texts.js';
import { verbsFor } from './scope-draft.js';

interface Props extends Omit<CheckboxGroupProps, 'children'> {
  mayAdminister: boolean;
}

/** The verbs of a token, in words. */
export function VerbChoice({ mayAdminister, ...group }: Props) {
  return (
    <Checkbox.Group label={texts.verbs} {...group}>
      <Stack gap="xs" mt={4}>
        {verbsFor(mayAdminister).map((verb: Verb) => (
          <Checkbox key={verb} value={verb} label={texts.verb[verb].label} description={texts.verb[verb].does} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
