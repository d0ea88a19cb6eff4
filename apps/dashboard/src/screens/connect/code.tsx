import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { loadCode } from '../../feedback/loading/load-code.js';
import classes from './code.module.css';
import { type Language, loadSnippet } from './snippets/languages.js';
import type { SnippetValues } from './snippets/snippet.js';
import { texts } from './texts.js';

const load = (language: Language) => Promise.all([loadSnippet(language), import('./highlight.js')]);

/** Code to paste, with syntax colors. It loads when it is first shown. */
export function Code({ language, values }: { language: Language; values: SnippetValues }) {
  const { data, error } = useQuery({
    queryKey: ['snippet', language],
    queryFn: () => loadCode(() => load(language)),
    staleTime: Infinity,
  });
  if (!data) return error ? <ErrorNotice title={texts.codeFailed} error={error} /> : <Skeleton height={300} mt="sm" />;
  const [snippet, { highlight }] = data;
  const code = snippet(values);
  return (
    <div className={classes.code}>
      <div className={classes.head}>
        <span>{language}</span>
        <CopyAction value={code} what={texts.code(language)} />
      </div>
      <pre tabIndex={0} aria-label={texts.code(language)}>
        <code>
          {highlight(code, language).map(({ kind, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the pieces have no other name, and no state
            <span key={index} data-kind={kind}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}
