import { ApiProperty } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { DAY } from './day-field.js';
import { Text } from './fields.js';
import { FLAG_KEY, FLAG_KINDS, type FlagKind, TAG } from './flags.js';
import { APPROVALS_AT_MOST, SLUG } from './projects.js';
import {
  ENVIRONMENT_COLORS,
  type EnvironmentColor,
  MORE_ORIGINS_AT_MOST,
  TAGS_AT_MOST,
  TARGETING_BYTES,
} from './limits.js';

/** The largest document that is exported or imported, in bytes. */
export const PROJECT_DOCUMENT_BYTES_AT_MOST = 12_000_000;
export const PROJECT_DOCUMENT_VERSION = 1;
/** Where the public address serves the schema of the document. */
export const PROJECT_DOCUMENT_SCHEMA_PATH = '/burgee.schema.json';

/** What a flag does in one environment. In an import, a field that is left out keeps its value. */
export interface DocumentValue {
  is_enabled?: boolean;
  rollout_percentage?: number;
  targeting_attribute?: string | null;
  targeting_value?: string | null;
  targeting_return_value?: string | null;
}

export interface DocumentEnvironment {
  slug: string;
  name: string;
  icon?: string;
  url?: string | null;
  more_origins?: string[];
  protected?: boolean;
  color?: EnvironmentColor;
  /** An import may only raise it, where the environment exists. */
  approvals?: number;
  /** An import may only turn it on, where the environment exists. */
  comment_required?: boolean;
}

export interface DocumentFlag {
  key: string;
  name?: string;
  type: FlagType;
  description?: string | null;
  tags?: string[];
  kind?: FlagKind | null;
  /** YYYY-MM-DD. */
  ends_on?: string | null;
  archived?: boolean;
  /** By the slug of the environment. */
  environments?: Record<string, DocumentValue>;
}

/** A project as one document: what is in it, without ids, keys and people. */
export interface ProjectDocument {
  $schema?: string;
  version: typeof PROJECT_DOCUMENT_VERSION;
  left_out?: string[];
  environments: DocumentEnvironment[];
  flags: DocumentFlag[];
}

/** What a project has and its document does not. */
export const LEFT_OUT_OF_DOCUMENTS = [
  'freezes',
  'schedules',
  'plans',
  'change requests',
  'webhooks and their secrets',
  'switch-off links',
  'shared views',
  'keys',
  'people',
  'history',
] as const;

/** In bytes of UTF-8, which JSON Schema cannot count. */
export const DOCUMENT_TEXT_BYTES = {
  environment: { name: 100, icon: 64, url: 2048 },
  flag: { name: 200, description: 2000 },
} as const;
const { environment: ENVIRONMENT, flag: FLAG } = DOCUMENT_TEXT_BYTES;

const text = (maxLength: number, description?: string, minLength?: number) => ({
  type: 'string',
  ...(minLength !== undefined && { minLength }),
  maxLength,
  ...(description !== undefined && { description }),
});
const orNull = <T extends { type: string }>(schema: T) => ({ ...schema, type: [schema.type, 'null'] });

/** JSON Schema (2020-12) of a project's document. */
export const PROJECT_DOCUMENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:burgee:schema:project:1',
  title: 'A Burgee project',
  description:
    'The environments and flags of a project. An import creates what is missing and updates what differs; it never deletes.',
  type: 'object',
  required: ['version', 'environments', 'flags'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'For text editors. Imports ignore it.' },
    version: { const: PROJECT_DOCUMENT_VERSION },
    left_out: {
      type: 'array',
      items: text(100),
      maxItems: 20,
      description: 'What the project has and an export does not. Imports ignore it.',
    },
    environments: {
      type: 'array',
      items: { $ref: '#/$defs/environment' },
      description: 'In display order. Each slug once.',
    },
    flags: { type: 'array', items: { $ref: '#/$defs/flag' }, description: 'Each key once.' },
  },
  $defs: {
    slug: { type: 'string', pattern: SLUG.pattern.source, description: 'Identifies the environment.' },
    environment: {
      type: 'object',
      required: ['slug', 'name'],
      additionalProperties: false,
      properties: {
        slug: { $ref: '#/$defs/slug' },
        name: text(ENVIRONMENT.name, undefined, 1),
        icon: text(ENVIRONMENT.icon, 'An emoji or an icon name.', 1),
        url: orNull(text(ENVIRONMENT.url, 'The origin that browsers call from.')),
        more_origins: {
          type: 'array',
          maxItems: MORE_ORIGINS_AT_MOST,
          items: text(ENVIRONMENT.url),
          description: 'Further origins, each exact.',
        },
        protected: { type: 'boolean' },
        color: { enum: ENVIRONMENT_COLORS },
        approvals: {
          type: 'integer',
          minimum: 0,
          maximum: APPROVALS_AT_MOST,
          description: 'How many other people must approve a change. An import cannot lower it.',
        },
        comment_required: {
          type: 'boolean',
          description: 'Whether changes need a comment. An import cannot turn it off.',
        },
      },
    },
    flag: {
      type: 'object',
      required: ['key', 'type'],
      additionalProperties: false,
      properties: {
        key: { type: 'string', pattern: FLAG_KEY.pattern.source, description: 'Identifies the flag.' },
        name: text(FLAG.name, 'Default for a new flag: the key.', 1),
        type: { enum: FLAG_TYPES, description: 'Cannot change for an existing flag.' },
        description: orNull(text(FLAG.description)),
        tags: {
          type: 'array',
          maxItems: TAGS_AT_MOST,
          items: { type: 'string', pattern: TAG.pattern.source, maxLength: TAG.max },
        },
        kind: { enum: [...FLAG_KINDS, null], description: 'What the flag is for.' },
        ends_on: orNull({
          type: 'string',
          pattern: DAY.source,
          description: 'The last day that the flag should be needed, as YYYY-MM-DD.',
        }),
        archived: { type: 'boolean' },
        environments: {
          type: 'object',
          propertyNames: { $ref: '#/$defs/slug' },
          additionalProperties: { $ref: '#/$defs/value' },
          description: 'Values by the slug of an environment in this document or the project.',
        },
      },
    },
    value: {
      type: 'object',
      additionalProperties: false,
      properties: {
        is_enabled: { type: 'boolean' },
        rollout_percentage: { type: 'integer', minimum: 0, maximum: 100 },
        targeting_attribute: orNull(text(TARGETING_BYTES.targeting_attribute, undefined, 1)),
        targeting_value: orNull(
          text(TARGETING_BYTES.targeting_value, 'A JSON array of up to 200 strings, as text, means one of them.'),
        ),
        targeting_return_value: orNull(text(TARGETING_BYTES.targeting_return_value)),
      },
    },
  },
} as const;

export class ExportProjectQuery {
  @Text({
    optional: true,
    max: 4_000,
    description: 'Comma-separated environment slugs. Default: all.',
    example: 'staging,production',
  })
  environments?: string;
}

/** The document, for OpenAPI: its schema is at /burgee.schema.json. */
export class ProjectDocumentView {
  @ApiProperty({ enum: [PROJECT_DOCUMENT_VERSION] }) version!: number;
  @ApiProperty({ type: [String] }) left_out!: string[];
  @ApiProperty({ type: 'array', items: { type: 'object' } }) environments!: DocumentEnvironment[];
  @ApiProperty({ type: 'array', items: { type: 'object' } }) flags!: DocumentFlag[];
}
