import {
  ArrayMaxSize,
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
} from 'class-validator';

/** `applied.counted.<environment id>`: what one gateway, or an edge, knows of its clients and the position that is waited for. All numbers are absolute. */
export class AppliedCountedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsUUID() wait_id!: string;
  /** Host and port of the gateway; of an edge `edge <id>`. */
  @IsString() @Length(1, 300) gateway!: string;
  /** Streams that were open, and pollers of the two minutes before. */
  @IsInt() @Min(0) clients!: number;
  /** How many of them were sent it. */
  @IsInt() @Min(0) delivered!: number;
  /** How many of those said that they have it. */
  @IsInt() @Min(0) applied!: number;
  /** How many left before they were sent it. */
  @IsInt() @Min(0) unknown!: number;
  /** Streams and pollers that are waited for. */
  @IsInt() @Min(0) streams!: number;
  @IsInt() @Min(0) pollers!: number;
  /** When the poller among them that was seen longest ago was seen. */
  @IsOptional() @IsISO8601() last_seen_at?: string;
  /** Whether pollers were told apart by where they come from alone. */
  @IsBoolean() estimated!: boolean;
  /** Whether not all streams that acknowledge were asked to. */
  @IsOptional() @IsBoolean() sampled?: boolean;
  /** Edges that follow it, and were asked. They say themselves what their clients have. */
  @IsOptional() @IsArray() @ArrayMaxSize(1_000) @IsUUID(undefined, { each: true }) edges?: string[];
}
