import type { DeliveryView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { currentRequestId } from '@burgee/process-kit';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { RETRIED_FOR_HOURS } from './create-deliveries.js';
import { webhookDisabled } from './decide-webhook.js';
import { readDelivery } from './deliveries.query.js';
import { type DeliveryPayload, TEST_TYPE } from './render-delivery.js';
import { lockWebhook } from './webhook.repository.js';

/** @throws not_found, webhook_disabled */
async function lockEnabled(manager: EntityManager, projectId: string, id: string): Promise<void> {
  const { disabled_at, disabled_reason } = await lockWebhook(manager, projectId, id);
  if (disabled_at !== null) throw webhookDisabled(disabled_reason);
}

/** Deliveries on request: a test, or a repetition of an earlier one. */
@Injectable()
export class RequestDeliveryService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** One attempt. A failed test is not retried. */
  test(actor: CurrentUser, { projectId }: Membership, webhookId: string): Promise<DeliveryView> {
    const eventId = uuidv7();
    const payload: DeliveryPayload = {
      project_id: projectId,
      flag_id: null,
      flag_key: null,
      environment_id: null,
      environment_name: null,
      user_id: actor.id,
      user_name: actor.name,
      request_id: currentRequestId(),
    };
    const work = async (change: Change) => {
      await lockEnabled(change.manager, projectId, webhookId);
      await change.manager.sql`
        insert into flags.webhook_deliveries (webhook_id, account_id, event_id, type, payload, occurred_at, retry_until)
        select ${webhookId}, coalesce(created_by, id), ${eventId}, ${TEST_TYPE}, ${JSON.stringify(payload)}::jsonb,
               clock_timestamp(), clock_timestamp()
        from flags.projects where id = ${projectId}`;
      return readDelivery(change.manager, webhookId, eventId);
    };
    return this.unitOfWork.run(actor, work);
  }

  /** Sends it now, with the same webhook-id and the full retry time. @throws not_found */
  again(actor: CurrentUser, { projectId }: Membership, webhookId: string, eventId: string): Promise<DeliveryView> {
    const work = async (change: Change) => {
      await lockEnabled(change.manager, projectId, webhookId);
      const [rows] = await change.manager.sql<[object[], number]>`
        update flags.webhook_deliveries
        set state = 'waiting', next_attempt_at = clock_timestamp(),
            retry_until = clock_timestamp()
              + case when type = ${TEST_TYPE} then interval '0' else make_interval(hours => ${RETRIED_FOR_HOURS}::int) end
        where webhook_id = ${webhookId} and event_id = ${eventId}
        returning event_id`;
      if (rows.length === 0) throw notFound();
      return readDelivery(change.manager, webhookId, eventId);
    };
    return this.unitOfWork.run(actor, work);
  }
}
