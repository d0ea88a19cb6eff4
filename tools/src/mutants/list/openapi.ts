import { edit, type Mutant } from '../mutant.js';

/** What the API says of itself, and its limits. */
export const OPENAPI_MUTANTS: Mutant[] = [
  {
    name: 'operations of the OpenAPI document without their refusals',
    edits: [
      edit(
        'libs/service-kit/src/openapi/describe-api.ts',
        'describeRefusals([...refusalCodes(facts), ...own])',
        'describeRefusals([...refusalCodes(facts).slice(0, 0), ...own])',
      ),
    ],
    suite: 'libs/service-kit/src/openapi/describe-api.spec.ts',
    killer: 'of the dashboard, for editors, with a body, names every refusal that this implies',
  },
  {
    name: 'project event streams without a share by address',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-stream-registry.ts',
        "if (this.countOf('address', stream) >= MAX_STREAMS_PER_ADDRESS)",
        "if (this.countOf('address', stream) >= MAX_STREAMS_PER_ADDRESS * MAX_PROJECT_STREAMS)",
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-stream-registry.spec.ts',
    killer: 'S39 five hundred of one address, whoever opens them; others are admitted',
  },
  {
    name: 'pages that count by each address of a block',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-events.controller.ts',
        'addressBlock(request.ip)',
        'addressBlock.call(null, request.ip) && request.ip',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-events.controller.spec.ts',
    killer: 'as the trusted proxies say, counts for',
  },
  {
    name: 'project event streams without a total',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-stream-registry.ts',
        'if (this.open.size >= MAX_PROJECT_STREAMS)',
        'if (this.open.size > MAX_PROJECT_STREAMS * 10)',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-stream-registry.spec.ts',
    killer: 'S39 so many in all, whoever opens them; one that ends makes room',
  },
];
