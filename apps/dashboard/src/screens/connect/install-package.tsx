import { Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copying/copyable.js';
import classes from './code.module.css';
import { installLines } from './snippets/install-lines.js';
import type { Language } from './snippets/languages.js';
import { texts } from './texts.js';

/** How to install the library for a language from this Burgee, if that language has one. */
export function InstallPackage({ language, origin }: { language: Language; origin: string }) {
  const lines = installLines(language, origin);
  if (!lines) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {texts.packages}
      </Text>
      <div className={classes.code}>
        <div className={classes.head}>
          <span>{texts.npm}</span>
          <CopyAction value={lines} what={texts.install} />
        </div>
        <pre tabIndex={0} aria-label={texts.install}>
          <code>{lines}</code>
        </pre>
      </div>
    </>
  );
}
