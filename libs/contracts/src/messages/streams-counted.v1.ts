import { Type } from 'class-transformer';
import {
  Equals,
  IsArray,
  IsBoolean,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Min,
  ValidateNested,
} from 'class-validator';

/** The open streams of one environment at one gateway. All numbers are absolute. */
class EnvironmentStreamsV1 {
  @IsUUID() environment_id!: string;
  @IsString() epoch!: string;
  /** The newest revision that the gateway has loaded. */
  @IsInt() @Min(0) revision!: number;
  @IsInt() @Min(0) open!: number;
  /** How many of them have been sent that revision: it is written to their sockets. */
  @IsInt() @Min(0) sent!: number;
}

/** `streams.counted.<gateway id>`: what one gateway knows of its open streams; every second, and soon after a change. */
export class StreamsCountedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  /** Host and port of the gateway. */
  @IsString() @Length(1, 300) gateway!: string;
  /** Increases by one per message of the gateway, so that receivers notice a missed message. */
  @IsOptional() @IsInt() @Min(0) sequence?: number;
  /** True: the message lists all environments with a stream. False: only the changed ones. */
  @IsBoolean() full!: boolean;
  @IsArray() @ValidateNested({ each: true }) @Type(() => EnvironmentStreamsV1) environments!: EnvironmentStreamsV1[];
}

export type EnvironmentStreams = StreamsCountedV1['environments'][number];
