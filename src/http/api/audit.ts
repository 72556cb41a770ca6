import type { FastifyRequest } from 'fastify'
import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'

/** Records a change in the audit log, with the token or the OAuth client of the request as its actor. */
export function recordChange(
  ctx: TxContext,
  { caller, ip }: FastifyRequest,
  entry: Omit<audit.NewAuditEntry, 'actor'>,
): void {
  const kind = caller.via === 'oauth' ? 'oauth_client' : 'api_token'
  const actor = { kind, id: caller.client_id ?? caller.token_id, address: ip } as const
  audit.recordEntry(ctx, { ...entry, actor })
}

/** Records a change of a gift request. Details must not contain personal data of the recipient. */
export const recordGiftChange = (
  ctx: TxContext,
  request: FastifyRequest,
  verb: string,
  { id, reference }: { id: string; reference: string },
  details: audit.NewAuditEntry['details'] = {},
): void =>
  recordChange(ctx, request, {
    action: `gift_request.${verb}`,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })
