import type { FastifyRequest } from 'fastify'
import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'
import { actorOf } from './actor.ts'

/** Records a change in the audit log, with the token or the OAuth client of the request as its actor. */
export const recordChange = (
  ctx: TxContext,
  request: FastifyRequest,
  entry: Omit<audit.NewAuditEntry, 'actor'>,
): void => audit.recordEntry(ctx, { ...entry, actor: actorOf(request) })

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
