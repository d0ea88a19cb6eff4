import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { asApiError, sayFailure } from '../api/api-error.js';
import { RequestId } from './error-notice.js';
import { type News, tellNews } from './news.js';
import { showOwn } from './own-toasts.js';

const FAILURE_MILLISECONDS = 15_000;
const NEWS_MILLISECONDS = 4_000;

/** Says what was not done and why. Stays long enough to be read, and is read out. */
export function showFailure(title: string, thrown: unknown): void {
  const { requestId } = asApiError(thrown);
  const said = sayFailure(title, thrown);
  showOwn({
    color: 'pennant',
    title: said.title,
    autoClose: FAILURE_MILLISECONDS,
    message: (
      <Stack gap={4} align="flex-start">
        <Text size="sm" className="any-text">
          {said.message}
        </Text>
        {requestId && <RequestId id={requestId} />}
      </Stack>
    ),
  });
}

/** Says what was done. */
export function showDone(title: string, message = ''): void {
  showOwn({ color: 'teal', title, message });
}

let telling: News[] = [];
let tellings = 0;

/** Says what somebody else has done; together with what is still being told, if anything is. */
export function showNews(news: News): void {
  telling = [...telling, news];
  const isFirst = telling.length === 1;
  if (isFirst) tellings += 1;
  const { title, lines } = tellNews(telling);
  const toast = {
    id: `news-${tellings}`,
    color: 'navy',
    title,
    // It stays for as long after the last one; only another duration begins anew.
    autoClose: NEWS_MILLISECONDS + telling.length,
    onClose: () => {
      telling = [];
    },
    message: (
      <Text size="sm" className="any-text" style={{ whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Text>
    ),
  };
  if (isFirst) notifications.show(toast);
  else notifications.update(toast);
}

const UNDO_MILLISECONDS = 10_000;

/** Says what was done, and offers to take it back for ten seconds. */
export function showUndo(title: string, onUndo: () => void): void {
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const id = showOwn({
    color: 'teal',
    autoClose: UNDO_MILLISECONDS,
    title: <span className="any-text">{title}</span>,
    message: (
      <Button size="compact-sm" variant="light" onClick={undo}>
        Undo
      </Button>
    ),
  });
}
