// `helm test`: is everything that clients reach ready, and does it answer as Burgee does? Nothing is written.
const { API_GATEWAY_URL, SDK_GATEWAY_URL, EDGE_URL, WITHIN_MILLISECONDS = '60000' } = process.env;

/** [what is asked, the status that Burgee gives] */
const questions = [
  [API_GATEWAY_URL, '/readyz', 200],
  [API_GATEWAY_URL, '/', 200],
  [API_GATEWAY_URL, '/openapi.json', 200],
  [API_GATEWAY_URL, '/api/auth/me', 401],
  [API_GATEWAY_URL, '/api/v1/flags', 401],
  [SDK_GATEWAY_URL, '/readyz', 200],
  [SDK_GATEWAY_URL, '/api/v1/flags', 401],
  [EDGE_URL, '/readyz', 200],
  [EDGE_URL, '/api/v1/flags', 401],
].filter(([base]) => base !== undefined);

const end = Date.now() + Number(WITHIN_MILLISECONDS);

async function ask(url, status) {
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      (error) => error.cause?.message ?? error.message,
    );
    if (answer === status) return `ok      ${url}: ${answer}`;
    if (Date.now() > end) return `FAILED  ${url}: ${answer}, not ${status}`;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

const lines = await Promise.all(questions.map(([base, path, status]) => ask(base + path, status)));
console.log(lines.join('\n'));
process.exitCode = lines.some((line) => line.startsWith('FAILED')) ? 1 : 0;
