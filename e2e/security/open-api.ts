/** The parts of a JSON schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Named {
  name: string;
  schema: Schema;
}

interface Parameter extends Named {
  in: 'path' | 'query' | 'header';
  required?: boolean;
}

interface Described {
  content?: Record<string, { schema: Schema }>;
  headers?: Record<string, { required?: boolean }>;
}

/** An operation of the document, with what tests ask of it. */
export interface Operation {
  /** In upper case. */
  method: string;
  /** With names in braces. */
  path: string;
  operationId: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  queryParameters: Parameter[];
  bodySchema: Schema | undefined;
  responses: Record<string, Described>;
  /** Whether it answers with an event stream. */
  isStream: boolean;
}

interface Document {
  paths: Record<string, Record<string, Operation & { requestBody?: Described }>>;
  components: { schemas: Record<string, Schema> };
}

/** The OpenAPI document, for tests that go by it. */
export class OpenApi {
  readonly operations: Operation[];

  constructor(readonly document: Document) {
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        queryParameters: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
        bodySchema: operation.requestBody?.content?.['application/json']?.schema,
        isStream: 'text/event-stream' in (operation.responses['200']?.content ?? {}),
      })),
    );
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name ? this.document.components.schemas[name]! : schema;
  }

  /** Every field of a body, and of what is in it. */
  textsOf(schema: Schema | undefined, above = ''): Named[] {
    if (!schema) return [];
    const { properties = {}, items } = this.resolve(schema);
    const fields = Object.entries(properties).flatMap(([name, field]) => [
      { name: `${above}/${name}`, schema: field },
      ...this.textsOf(field, `${above}/${name}`),
    ]);
    return [...fields, ...(items ? this.textsOf(items, `${above}/*`) : [])];
  }
}
