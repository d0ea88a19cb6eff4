import { QueryClient } from '@tanstack/react-query';
import { expect, it } from '@jest/globals';
import { afterFirstRead } from './after-first-read.js';

const queryKey = ['flags'];

/** Starts reads that end when the test resolves or rejects them. */
function reads() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const queryFn = () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  void queries.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  return { queries, answers, again: () => void queries.prefetchQuery({ queryKey, queryFn, staleTime: 0 }) };
}

it('waits for the first answer, or for its failure', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const { queries, answers } = reads();
    let isAfter = false;
    const after = afterFirstRead(queries, queryKey).then(() => (isAfter = true));
    await Promise.resolve();
    expect(isAfter).toBe(false);
    if (end === 'resolve') answers[0]?.resolve('on');
    else answers[0]?.reject(new Error('down'));
    await after;
    expect(queries.getQueryData(queryKey)).toBe(end === 'resolve' ? 'on' : undefined);
  }
});

it('waits neither for a later answer nor without a read', async () => {
  await afterFirstRead(new QueryClient(), queryKey);
  const { queries, answers, again } = reads();
  answers[0]?.resolve('on');
  await afterFirstRead(queries, queryKey);
  again();
  expect(queries.isFetching()).toBe(1);
  await afterFirstRead(queries, queryKey);
  expect(queries.isFetching()).toBe(1);
});
