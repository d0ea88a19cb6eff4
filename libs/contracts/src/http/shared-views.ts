import { Id, Name, Text, Time } from './fields.js';

const NAME = {
  max: 100,
  example: 'Stale, owned by Payments',
  description: 'In any case, one of its name per project.',
};
const SEARCH = {
  max: 2000,
  pattern: /^(?:[\w.*+=&-]|%[\dA-Fa-f]{2})*$/,
  says: 'must be the query of a page of flags, such as tag=billing&state=on',
  description: 'The query of the page of flags that shows it, as `URLSearchParams` writes it.',
  example: 'tag=billing&state=on',
};

export class SharedViewRequest {
  @Name(NAME) name!: string;
  @Text(SEARCH) search!: string;
}

export class UpdateSharedViewRequest {
  @Name({ ...NAME, optional: true }) name?: string;
  @Text({ ...SEARCH, optional: true }) search?: string;
}

/** A search of the dashboard's list of flags that every member of the project sees under a name. */
export class SharedView {
  @Id() id!: string;
  @Text() name!: string;
  @Text({ description: SEARCH.description, example: SEARCH.example }) search!: string;
  @Id() created_by!: string;
  @Text({ nullable: true, description: 'Null for a deleted account.' }) created_by_name!: string | null;
  @Time() created_at!: string;
}
