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
