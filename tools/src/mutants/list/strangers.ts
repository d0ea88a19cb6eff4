import { edit, type Mutant } from '../mutant.js';

/** Each lets somebody without an account take what the service needs for others. */
export const STRANGER_MUTANTS: Mutant[] = [
  {
    name: 'bodies of any number of fields',
    here: 'each is validated, and answered with a reason of its own, before anybody has signed in',
    edits: [
      edit('libs/service-kit/src/http/json-shape.ts', 'if (values > valuesAtMost) return', 'if (values > 1e9) return'),
      edit('libs/service-kit/src/http/plain-text.ts', '++count > valuesAtMost', '++count > valuesAtMost * 1_000'),
    ],
    suite: 'libs/service-kit/src/http/fastify.spec.ts',
    killer: 'S37 are refused as a whole when they hold too many',
  },
  {
    name: 'bodies without a bound in memory',
    here: 'a stranger sends all but the last byte of as many as there are connections',
    edits: [
      edit(
        'libs/process-kit/src/limits/held-bytes.ts',
        'this.of(network) + bytes > most',
        'this.of(network) > most + Infinity',
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'S56 keeps no more of bodies that are being sent than there is memory for',
  },
  {
    name: 'as many headers as a caller likes',
    here: 'services do not read the last ones, which say who calls',
    edits: [
      edit(
        'libs/service-kit/src/http/fastify.ts',
        'rawHeaders.length > 2 * HEADERS_AT_MOST',
        'rawHeaders.length > Infinity * HEADERS_AT_MOST',
      ),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'so many headers that a service would not read all are refused',
  },
  {
    name: 'logs without an end',
    here: 'whoever sends requests fills the disk',
    edits: [
      edit(
        'libs/launcher/src/processes/managed-process.ts',
        '    this.keepLogShort(child);\n',
        '    void this.keepLogShort;\n',
      ),
    ],
    suite: 'libs/launcher/src/processes/log-file.spec.ts',
    killer: 'S57 of a process that runs is cut when it is too long',
  },
  {
    name: 'origins of any form in a look-up',
    here: 'long ones take so much time to write that Postgres seems silent, and everybody gets stale answers',
    edits: [
      edit(
        'libs/flag-serving/src/authenticate/authenticator.ts',
        'origin !== undefined && !isWellFormedOrigin(origin)',
        'origin !== undefined && !isWellFormedOrigin(`https://${origin.length}`)',
      ),
    ],
    suite: 'libs/flag-serving/src/authenticate/preflight.spec.ts',
    killer: 'S58 from what no origin can be asks nobody',
  },
  {
    name: 'a fallback that is not notified of rotations',
    here: 'whoever makes Postgres seem silent opens keys again that were rotated away',
    edits: [
      edit(
        'apps/sdk-gateway/src/serving-lifecycle.ts',
        '        this.maintenance.keysChanged(environmentId);\n',
        '        void environmentId;\n',
      ),
    ],
    suite: 'e2e/faults/postgres-fails.fault-spec.ts ~F33',
    killer: 'F33: a key that was rotated away before, and that nobody has sent since, opens nothing',
  },
  {
    name: 'look-ups of any length',
    here: 'what many strangers ask about is written at once, and Postgres seems silent meanwhile',
    edits: [
      edit(
        'apps/sdk-gateway/src/primary-check/batch.ts',
        'const CHARACTERS_AT_MOST = 65_536;',
        'const CHARACTERS_AT_MOST = Infinity;',
      ),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/primary-check.spec.ts',
    killer: 'S58 asks about no more text at once than is written quickly',
  },
  {
    name: 'a look-up reads every registration of an origin',
    edits: [edit('apps/sdk-gateway/src/postgres/read-views.ts', ' limit 1) registered', ' limit 1e9) registered')],
    suite: 'apps/sdk-gateway/src/postgres/read-views.int.spec.ts ~one row of an origin',
    killer: 'S54 a look-up reads one row of an origin, however many have registered it',
  },
  {
    name: 'loads of small flag sets without a turn',
    edits: [
      edit(
        'libs/flag-serving/src/flag-set/flag-set-cache.ts',
        '    const turns = this.takesTurn(environmentId) ? this.turns.large : this.turns.small;\n',
        '    if (!this.takesTurn(environmentId)) return this.load(version);\n    const turns = this.turns.large;\n',
      ),
    ],
    suite: 'libs/flag-serving/src/flag-set/flag-set-cache.spec.ts ~turn of its tenant',
    killer: 'S53 is loaded when it is the turn of its tenant, whose budget pays for it',
  },
  {
    name: 'the rest of a packet handed on piece by piece',
    here: 'thousands come with one packet, whatever becomes of the connection',
    edits: [edit('libs/process-kit/src/http/bounded-message.ts', '    handNothingOn(this.socket);\n', '')],
    suite: 'libs/process-kit/src/http/bounded-message.spec.ts',
    killer: 'S141 hands on no further tiny piece of a packet, and later bodies whole',
  },
  {
    name: 'tiny pieces dropped after the answer, and not counted',
    here: 'a body goes on when its request is answered',
    edits: [edit('libs/process-kit/src/http/bounded-message.ts', '  _dump(): void {', '  dumpCounted(): void {')],
    suite: 'libs/process-kit/src/http/bounded-message.spec.ts',
    killer: 'S141 ends a connection on which tiny pieces come after the answer',
  },
  {
    name: 'the address of a caller asked for when it has left',
    here: 'Node tells none then, and the api-gateway has nothing to pass on',
    edits: [
      edit(
        'libs/process-kit/src/http/create-http-server.ts',
        'if (socket.remoteAddress === undefined) socket.destroy();',
        'if (socket.destroyed) socket.destroy();',
      ),
    ],
    suite: 'libs/process-kit/src/http/create-http-server.spec.ts',
    killer: 'S37 knows the address of a caller who has left',
  },
];
