import { decodePageStart, type DeliveryView, encodeCursor } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { readWebhook } from './webhook.repository.js';

const PAGE = 100;

type DeliveryRow = Omit<DeliveryView, 'created_at' | 'last_attempt_at' | 'next_attempt_at'> &
  Record<'created_at', Date> &
  Record<'last_attempt_at' | 'next_attempt_at', Date | null>;

/** Raw SQL text: a constant. */
const COLUMNS =
  () => `event_id as id, type, state, attempts, created_at, last_attempt_at, next_attempt_at, status, error,
  answer, duration_ms`;

const toView = ({ created_at, last_attempt_at, next_attempt_at, ...same }: DeliveryRow): DeliveryView => ({
  ...same,
  created_at: created_at.toISOString(),
  last_attempt_at: last_attempt_at?.toISOString() ?? null,
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
});

/** @throws not_found */
export async function readDelivery(manager: EntityManager, webhookId: string, eventId: string): Promise<DeliveryView> {
  const rows = await manager.sql<DeliveryRow[]>`
    select ${COLUMNS} from flags.webhook_deliveries where webhook_id = ${webhookId} and event_id = ${eventId}`;
  if (!rows[0]) throw notFound();
  return toView(rows[0]);
}

export interface DeliveryPage {
  deliveries: DeliveryView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

@Injectable()
export class DeliveriesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. @throws not_found */
  async page(projectId: string, webhookId: string, cursor?: string, limit = PAGE): Promise<DeliveryPage> {
    const start = cursor === undefined ? { createdAt: 'infinity', id: MAX_ID } : decodePageStart(cursor);
    await readWebhook(this.database.manager, projectId, webhookId);
    const rows = await this.database.sql<DeliveryRow[]>`
      select ${COLUMNS} from flags.webhook_deliveries
      where webhook_id = ${webhookId} and (created_at, event_id) < (${start.createdAt}::timestamptz, ${start.id}::uuid)
      order by created_at desc, event_id desc limit ${limit + 1}`;
    const deliveries = rows.slice(0, limit).map(toView);
    const last = deliveries.at(-1);
    return { deliveries, ...(rows.length > limit && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }
}

const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
