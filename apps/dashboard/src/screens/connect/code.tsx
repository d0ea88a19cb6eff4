import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyAction } from '../../feedback/copyable.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { loadCode } from '../../feedback/load-code.js';
import classes from './connect-screen.module.css';
import { type Language, loadSnippet } from './snippets/languages.js';
import type { SnippetValues } from './snippets/snippet.js';
import { texts } from './texts.js';

/** Code to paste. It is loaded when it is first shown. */
export function Code({ language, values }: { language: Language; values: SnippetValues }) {
  const { data: snippet, error } = useQuery({
    queryKey: ['snippet', language],
    queryFn: () => loadCode(() => loadSnippet(language)),
    staleTime: Infinity,
  });
  if (!snippet)
    return error ? <ErrorNotice title={texts.codeFailed} error={error} /> : <Skeleton height={300} mt="sm" />;
  const code = snippet(values);
  return (
    <div className={classes.code}>
      <pre tabIndex={0} aria-label={texts.code(language)}>
        <code>{code}</code>
      </pre>
      <span className={classes.copy}>
        <CopyAction value={code} what={texts.code(language)} />
      </span>
    </div>
  );
}
