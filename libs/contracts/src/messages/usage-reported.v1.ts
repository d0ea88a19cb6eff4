import { Transform, Type } from 'class-transformer';
import {
  Equals,
  IsArray,
  IsInt,
  IsISO8601,
  IsOptional,
  IsUUID,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import {
  isFlagCounts,
  isKeyCounts,
  isUsageName,
  isUsageWindowId,
  USAGE_LIMITS,
  type UsageReport,
} from '../wire/usage.js';

const applied =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
const Passes = (name: string, validate: (value: unknown) => boolean) => ValidateBy({ name, validator: { validate } });
/** By keys that users choose. A key named constructor is none to class-transformer, which would call it. */
const ByKey = (name: string, validate: (value: unknown) => boolean): PropertyDecorator =>
  applied(
    Type(() => Object),
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    Passes(name, validate),
  );
const IsName = () => Passes('isUsageName', isUsageName);

class UsageReportV1 implements UsageReport {
  @IsName() app!: string;
  @IsName() sdk!: string;
  @IsName() sdk_version!: string;
  @IsOptional() @IsName() instance?: string;
  @IsOptional() @IsName() position?: string;
  @ByKey('isFlagCounts', isFlagCounts) flags!: UsageReport['flags'];
  @ByKey('isKeyCounts', isKeyCounts) unknown!: Record<string, number>;
  @IsOptional() @IsInt() @Min(1) @Max(USAGE_LIMITS.count) bulk?: number;
}

export class UsageWindowV1 {
  @IsUUID() environment_id!: string;
  /** The account, as far as the gateway knows. */
  @IsOptional() @IsUUID() tenant?: string;
  /** The same window counts once, even if several gateways report it. */
  @Passes('isUsageWindowId', isUsageWindowId) window!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => UsageReportV1) reports!: UsageReportV1[];
}

/** `usage.reported.<gateway id>`: evaluations by applications. Nothing depends on it, and it is not resent. */
export class UsageReportedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => UsageWindowV1) windows!: UsageWindowV1[];
}
