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

/** `applied.counted.<environment id>`: a gateway's or an edge's clients and the awaited position, in absolute numbers. */
export class AppliedCountedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsUUID() wait_id!: string;
  /** Host and port of the gateway; of an edge `edge <id>`. */
  @IsString() @Length(1, 300) gateway!: string;
  /** Streams that were open, and pollers of the two minutes before. */
  @IsInt() @Min(0) clients!: number;
  /** Clients that the position was sent to. */
  @IsInt() @Min(0) delivered!: number;
  /** Clients that acknowledged it. */
  @IsInt() @Min(0) applied!: number;
  /** Clients that disconnected before it was sent. */
  @IsInt() @Min(0) unknown!: number;
  /** Streams and pollers that have not acknowledged yet. */
  @IsInt() @Min(0) streams!: number;
  @IsInt() @Min(0) pollers!: number;
  /** When the poller among them that was seen longest ago was seen. */
  @IsOptional() @IsISO8601() last_seen_at?: string;
  /** Whether pollers are distinguished by address only. */
  @IsBoolean() estimated!: boolean;
  /** Whether not all streams that acknowledge were asked to. */
  @IsOptional() @IsBoolean() sampled?: boolean;
  /** Edges that follow it, and were asked. They say themselves what their clients have. */
  @IsOptional() @IsArray() @ArrayMaxSize(1_000) @IsUUID(undefined, { each: true }) edges?: string[];
}
