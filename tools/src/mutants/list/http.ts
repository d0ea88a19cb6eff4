import { edit, type Mutant } from '../mutant.js';

/** Ways past what every server and proxy of Burgee does with a request. */
export const HTTP_MUTANTS: Mutant[] = [
  {
    name: 'the length of a body that is not forwarded',
    here: 'the body of a GET stays at the gateway, and the service reads it from the next request on the connection',
    edits: [
      edit('apps/api-gateway/src/proxy/forwarded-headers.ts', '!LENGTHS.has(name)', '(LENGTHS.size > 0 || name)'),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'nobody can put a request of their own behind a',
  },
  {
    name: 'a body as long as the caller says',
    here: 'who lists Content-Length in Connection takes it away, and the service reads the body as the next request of somebody else',
    edits: [
      edit(
        'apps/api-gateway/src/proxy/forwarded-headers.ts',
        '!LENGTHS.has(name)',
        '(bodyBytes !== undefined || !LENGTHS.has(name))',
      ),
      edit(
        'apps/api-gateway/src/proxy/forwarded-headers.ts',
        "    ...(bodyBytes !== undefined && { 'content-length': String(bodyBytes) }),\n",
        '',
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'S55 the body of a',
  },
  {
    name: 'looking for slow requests every 30 s',
    here: 'which is what Node does by itself, whatever its time limits say',
    edits: [edit('libs/process-kit/src/http/create-http-server.ts', '  connectionsCheckingInterval: 500,\n', '')],
    suite: 'libs/process-kit/src/http/create-http-server.spec.ts',
    killer: 'S38 closes 1,000 connections whose headers or bodies come too slowly',
  },
  {
    name: 'pipelined requests all at once',
    here: 'which is how Node hands them over',
    edits: [
      edit(
        'libs/process-kit/src/http/create-http-server.ts',
        'if (response.socket) {',
        'if (response.socket !== undefined) {',
      ),
    ],
    suite: 'libs/process-kit/src/http/create-http-server-pipelining.spec.ts',
    killer: 'S52 are under way one at a time, and each is answered in its order',
  },
  {
    name: 'pipelined requests without a bound',
    edits: [
      edit('libs/process-kit/src/http/create-http-server.ts', 'PIPELINED_AT_MOST = 32', 'PIPELINED_AT_MOST = Infinity'),
    ],
    suite: 'libs/process-kit/src/http/create-http-server-pipelining.spec.ts',
    killer: 'S52 are cut off when more than 32 wait, and nothing of them stays',
  },
  {
    name: 'requests under way at a service without a bound',
    edits: [
      edit(
        'apps/api-gateway/src/proxy/replicas.ts',
        'this.underWayAt(url) < this.atMost',
        'this.underWayAt(url) < this.atMost + Infinity',
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'is bounded: one more is refused with a time to wait, and the service is not asked',
  },
  {
    name: 'a place at a service that nobody gives back',
    here: 'an address that is refused after the replica was chosen',
    edits: [
      edit(
        'apps/api-gateway/src/proxy/register-proxy.ts',
        "  fastify.addHook('onError', async (request) => request.upstream?.place.leave());\n",
        '',
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'has a place again after the service broke off, and after an address that is sent nowhere',
  },
  {
    name: 'open streams on the connections that requests need',
    edits: [edit('apps/api-gateway/src/proxy/register-proxy.ts', 'maxSockets: Infinity,', '')],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'counts no open streams, however many: requests are answered beside them',
  },
  {
    name: 'the content types of the framework',
    here: 'the proxy reads text, and reply-from throws at a parameter that it cannot parse',
    edits: [edit('libs/service-kit/src/http/fastify.ts', '  fastify.removeAllContentTypeParsers();\n', '')],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'S37 passes bodies on as they came, whatever they are',
  },
  {
    name: 'all origins in the file of each environment',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/fallback-files.ts',
        'const label: Label = { epoch, revision, key_hashes: keyHashes, checked_at: checkedAt };',
        'const label: Label & { origins: unknown } = { epoch, revision, key_hashes: keyHashes, checked_at: checkedAt, origins: this.origins };',
      ),
      edit(
        'libs/flag-serving/src/fallback/known-origins.ts',
        '  has(origin: string): boolean {\n',
        '  toJSON = () => [...this.origins];\n\n  has(origin: string): boolean {\n',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/fallback-store.spec.ts',
    killer: 'writes nothing of strangers into the file of an environment',
  },
  {
    name: 'known origins without end',
    here: 'a tenant that changes one URL again and again fills the disk of every gateway',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/known-origins.ts',
        'ORIGINS_AT_MOST = 20_000',
        'ORIGINS_AT_MOST = 2_000_000',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/known-origins.spec.ts',
    killer: 'are 20,000 at most, and the one that was named least recently leaves',
  },
  {
    name: 'origins of the past stay',
    here: 'an origin that nobody calls from any more is never looked up',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/maintain-fallback.ts',
        'const { origins } = store;',
        'const origins: string[] = [];',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/known-origins.spec.ts',
    killer: 'leave when the source does not name them any more',
  },
  {
    name: 'answers that nobody takes',
    edits: [
      edit(
        'libs/process-kit/src/http/create-http-server.ts',
        'server.timeout = STILL_AT_MOST_MILLISECONDS;',
        'server.timeout = 0 * STILL_AT_MOST_MILLISECONDS;',
      ),
    ],
    suite: 'libs/process-kit/src/http/create-http-server.spec.ts',
    killer: 'closes the connection of a caller who does not take the answer',
  },
  {
    name: 'headers that wait without a bound',
    edits: [
      edit(
        'libs/process-kit/src/http/create-http-server.ts',
        ' || waiting.characters + characters > WAITING_CHARACTERS',
        ' || characters > 2 * WAITING_CHARACTERS',
      ),
    ],
    suite: 'libs/process-kit/src/http/create-http-server-pipelining.spec.ts',
    killer: 'are cut off when the headers of those that wait are larger',
  },
  {
    name: 'places for bodies that are not there yet',
    edits: [
      edit(
        'apps/api-gateway/src/proxy/limit-body.ts',
        'if (!(body instanceof Readable))',
        "if (headers['transfer-encoding'] === undefined || !(body instanceof Readable))",
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'gives no place to callers whose bodies are not there yet',
  },
  {
    name: 'bodies that are dropped for nothing',
    here: 'each is read to its end all the same',
    edits: [edit('apps/api-gateway/src/limits/body-budget.ts', 'if (!raw.complete && ', 'if (0 > 1 && ')],
    suite: 'apps/api-gateway/src/proxy/limit-body.spec.ts',
    killer: 'S141 of a network that sends too much, no body that is dropped is read to its end',
  },
  {
    name: 'small pieces of bodies at the price of their bytes',
    here: 'each takes a turn of the parser',
    edits: [edit('apps/api-gateway/src/limits/body-budget.ts', 'AROUND_PIECE = 256', 'AROUND_PIECE = 0')],
    suite: 'apps/api-gateway/src/proxy/limit-body.spec.ts',
    killer: 'S141 each piece of a body is paid for, however small',
  },
  {
    name: 'bodies in pieces of any size',
    here: 'thousands come with one packet',
    edits: [edit('libs/process-kit/src/http/bounded-message.ts', 'AVERAGE_AT_LEAST = 16', 'AVERAGE_AT_LEAST = 0')],
    suite: 'libs/process-kit/src/http/bounded-message.spec.ts',
    killer: 'S141 of a body in pieces, ',
  },
];
