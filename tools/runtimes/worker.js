import { follow } from './follow.js';

/** Follows the flags until the response has ended. */
export default {
  async fetch(request) {
    const settings = await request.json();
    const { readable, writable } = new TransformStream();
    const [writer, encoder] = [writable.getWriter(), new TextEncoder()];
    const say = (line) => void writer.write(encoder.encode(`${line}\n`));
    void follow(settings, say).then(
      () => writer.close(),
      (error) => writer.abort(error),
    );
    return new Response(readable);
  },
};
