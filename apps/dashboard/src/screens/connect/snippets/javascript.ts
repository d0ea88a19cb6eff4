import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

export const javascript: Snippet = ({
  origin,
  clientKey,
  flagKey,
  type,
}) => `<!-- In a page of yours, or as an index.html of its own: npx serve -->
<p id="flag"></p>
<script type="module">
  const flags = '${origin}/ofrep/v1/evaluate/flags';
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': '${clientKey}' },
    body: JSON.stringify({ context: { targetingKey: 'user-1' } }),
  };
  const ask = async (url) => (await fetch(url, request)).json();

  async function show() {
${noteOf(type, '    ')}    const { value = ${SCRIPT_DEFAULTS[type]} } = await ask(\`\${flags}/${flagKey}\`);
    document.querySelector('#flag').textContent = \`${flagKey}: \${${type === 'json' ? 'JSON.stringify(value)' : 'value'}}\`;
  }
  // The stream says when to ask: at once, and after each change.
  const { eventStreams } = await ask(flags);
  new EventSource(new URL(eventStreams[0].endpoint.requestUri, flags)).onmessage = show;
</script>`;
