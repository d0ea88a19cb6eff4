import type {
  CreateWebhookRequest,
  DeliveryView,
  UpdateWebhookRequest,
  WebhookView,
  WebhookWithSecret,
} from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/webhooks`;

/** The interval for deliveries that wait for an answer. */
const WAITING_MILLISECONDS = 1_000;

export const webhooksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'webhooks'],
    queryFn: ({ signal }) => call<WebhookView[]>('GET', pathOf(projectId), { signal }),
  });

/** The webhooks of a project. Only admins may read them. */
export const useWebhooks = (projectId: string, enabled = true) => useQuery({ ...webhooksQuery(projectId), enabled });

function useChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey }),
  });
}

export const useCreateWebhook = (projectId: string) =>
  useChange(projectId, (body: CreateWebhookRequest) => call<WebhookWithSecret>('POST', pathOf(projectId), { body }));

export const useUpdateWebhook = (projectId: string, id: string) =>
  useChange(projectId, (body: UpdateWebhookRequest) =>
    call<WebhookView>('PATCH', `${pathOf(projectId)}/${id}`, { body }),
  );

export const useDeleteWebhook = (projectId: string, id: string) =>
  useChange(projectId, () => call('DELETE', `${pathOf(projectId)}/${id}`));

export const useRotateSecret = (projectId: string, id: string) =>
  useChange(projectId, () => call<WebhookWithSecret>('POST', `${pathOf(projectId)}/${id}/rotate-secret`));

/** The webhooks that are disabled when this member stops being an admin. */
export const webhooksOf = (webhooks: readonly WebhookView[], userId: string) =>
  webhooks.filter(
    ({ created_by, url_set_by, disabled_reason }) =>
      disabled_reason !== 'author' && [created_by, url_set_by].includes(userId),
  );

/** The latest deliveries of a webhook; polls the unfinished ones. */
export const useDeliveries = (projectId: string, id: string) =>
  useQuery({
    queryKey: [...webhooksQuery(projectId).queryKey, id, 'deliveries'],
    queryFn: ({ signal }) => call<DeliveryView[]>('GET', `${pathOf(projectId)}/${id}/deliveries?limit=50`, { signal }),
    refetchInterval: WAITING_MILLISECONDS,
  });

export const useTestWebhook = (projectId: string, id: string) =>
  useChange(projectId, () => call<DeliveryView>('POST', `${pathOf(projectId)}/${id}/test`));

export const useRedeliver = (projectId: string, id: string) =>
  useChange(projectId, (deliveryId: string) =>
    call<DeliveryView>('POST', `${pathOf(projectId)}/${id}/deliveries/${deliveryId}/redeliver`),
  );
