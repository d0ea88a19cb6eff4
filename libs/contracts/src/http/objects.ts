import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator';

type Class = new () => object;

/** An object with the fields of a class: validation and schema in one. */
export function ObjectOf(type: Class, description?: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type, ...(description !== undefined && { description }) }),
    IsObject(),
    ValidateNested(),
    Type(() => type),
  );
}

/** The same, where it may be left out. */
export function OptionalObjectOf(type: Class, description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type, description, required: false }),
    ValidateIf((_, value) => value !== undefined),
    IsObject(),
    ValidateNested(),
    Type(() => type),
  );
}

interface ObjectsOptions {
  description: string;
  /** Left out: it may be empty. */
  minItems?: number;
  maxItems: number;
  /** It may be left out. */
  optional?: boolean;
}

/** A list of objects with the fields of a class. */
export function ObjectsOf(type: Class, options: ObjectsOptions): PropertyDecorator {
  const { optional = false, ...shape } = options;
  return applyDecorators(
    ApiProperty({ type: [type], ...shape, required: !optional }),
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
    IsArray(),
    ...(shape.minItems === undefined ? [] : [ArrayMinSize(shape.minItems)]),
    ArrayMaxSize(shape.maxItems),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => type),
  );
}
