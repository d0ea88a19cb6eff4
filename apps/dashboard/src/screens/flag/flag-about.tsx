import type { FlagView } from '@burgee/contracts/http';
import { Badge, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

/** Name and description of a flag. */
export function FlagAbout({ flag: { key, name, type, description } }: { flag: FlagView }) {
  return (
    <>
      <div className={classes.about}>
        {name !== key && <Text component="span">{name}</Text>}
        <Badge variant="default" tt="none">
          {texts.types[type]}
        </Badge>
        <CopyAction value={key} what={texts.key} />
      </div>
      {description && (
        <Text size="sm" maw="46rem" mt={4}>
          {description}
        </Text>
      )}
    </>
  );
}
