import { ApiProperty } from '@nestjs/swagger';
import { Flag, Integer, OneOf, Text } from './fields.js';

export class ImportProjectQuery {
  @OneOf(['true', 'false'], {
    optional: true,
    description: 'true = dry run: change nothing and return what would change. Default: false.',
  })
  dry_run?: 'true' | 'false';
  @Text({
    optional: true,
    max: 100,
    description: 'The tag of a dry run: import exactly that, or return 412 with what would change now.',
  })
  if_match?: string;
}

const IMPORT_ACTIONS = ['create', 'change'] as const;
type ImportAction = (typeof IMPORT_ACTIONS)[number];

export class ImportedEnvironment {
  @Text() slug!: string;
  @OneOf(IMPORT_ACTIONS) action!: ImportAction;
  @ApiProperty({ type: [String], description: 'The fields that change.' }) fields!: string[];
  @ApiProperty({
    type: [String],
    description: 'The change rules that would become looser. The import is then refused with 403.',
  })
  loosens!: string[];
}

export class ImportedFlag {
  @Text() key!: string;
  @OneOf(IMPORT_ACTIONS) action!: ImportAction;
  @ApiProperty({ type: [String], description: 'The fields of the flag itself that change.' }) fields!: string[];
  @ApiProperty({ type: [String], description: 'The slugs of the environments where its value changes.' })
  environments!: string[];
}

/** What an import leaves as it is. */
export class LeftByImport {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Already the same as in the document.' })
  alike!: number;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Only in the project.' }) not_named!: number;
}

/** What an import did, or would do. */
export class Imported {
  @Flag() dry_run!: boolean;
  @ApiProperty({ type: [ImportedEnvironment], description: 'In document order.' })
  environments!: ImportedEnvironment[];
  @ApiProperty({ type: [ImportedFlag], description: 'In document order.' }) flags!: ImportedFlag[];
  @Flag({ description: 'Whether the order of environments changes.' }) reordered!: boolean;
  @ApiProperty({ type: LeftByImport }) left_environments!: LeftByImport;
  @ApiProperty({ type: LeftByImport }) left_flags!: LeftByImport;
  @Text({ description: 'Identifies these changes with every value before and after. For `if_match`.' }) tag!: string;
}
