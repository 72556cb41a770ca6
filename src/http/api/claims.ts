import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEntry } from '#audit'
import {
  ApiError,
  claimDecisionBody,
  claimDefaultsBody,
  claimFilters,
  claimRulesBody,
  deniedEntriesBody,
  parseListQuery,
  type ResourceType,
} from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage, renderWhole } from './pagination.ts'

type IdParams = { Params: { id: string } }

/** The operations on claim rules, claims and the deny list. */
export function claimRoutes(app: FastifyInstance, handle: Handle): void {
  ruleRoutes(app, handle)
  defaultRoutes(app, handle)
  listRoute(app, handle)
  decisionRoutes(app, handle)
  denyListRoutes(app, handle)
}

function ruleRoutes(app: FastifyInstance, handle: Handle): void {
  app.get<IdParams>('/one_links/:id/claim_rules', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const link = await requireOneLink(ctx, request.params.id)
      return toRulesResponse(request, link.id, gifting.pickClaimRules(link))
    }),
  )

  app.patch<IdParams>('/one_links/:id/claim_rules', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, claimRulesBody)
      const changed = await gifting.updateClaimRules(ctx, request.params.id, members)
      if (changed === undefined) throw new ApiError('not_found')
      const { link, before, after } = changed
      recordEntry(ctx, {
        action: 'one_link.change',
        subject: { kind: 'one_link', id: link.id, name: link.campaign_name },
        details: { before, after },
      })
      return toRulesResponse(request, link.id, after)
    }),
  )
}

function defaultRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/claim_rules', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const defaults = await gifting.getClaimDefaults(ctx)
      return toRulesResponse(request, null, { ...gifting.defaultClaimRules, ...defaults })
    }),
  )

  app.patch('/claim_rules', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, claimDefaultsBody)
      const before = await gifting.getClaimDefaults(ctx)
      gifting.saveClaimDefaults(ctx, members)
      recordEntry(ctx, {
        action: 'claim_rules.change',
        subject: { kind: 'claim_rules', id: ctx.account_id },
        details: { before, after: members },
      })
      return toRulesResponse(request, null, { ...gifting.defaultClaimRules, ...members })
    }),
  )
}

function listRoute(app: FastifyInstance, handle: Handle): void {
  app.get<IdParams>('/one_links/:id/claims', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, claimFilters)
      const link = await requireOneLink(ctx, request.params.id)
      const { data, has_more } = await gifting.listClaimPage(ctx, link.id, filter, page)
      const views = data.map(({ id, ...claim }) => ({ id, one_link_id: link.id, ...claim }))
      return {
        status: 200,
        body: await renderPage(ctx, request, 'claims', { data: views, has_more }),
      }
    }),
  )
}

function decisionRoutes(app: FastifyInstance, handle: Handle): void {
  for (const [decision, action] of [
    ['approve', 'one_link.approve_claims'],
    ['reject', 'one_link.reject_claims'],
  ] as const)
    app.post<IdParams>(`/one_links/:id/claims/${decision}`, (request, reply) =>
      handle(request, reply, async (ctx) => {
        const { ids } = parseOperationBody(request, claimDecisionBody).members
        const link = await requireOneLink(ctx, request.params.id)
        const result = await gifting.decideClaims(ctx, link.id, ids, decision)
        if (result === undefined) throw new ApiError('not_found')
        if (result.decided > 0)
          recordEntry(ctx, {
            action,
            subject: { kind: 'one_link', id: link.id, name: link.campaign_name },
            details: { claims: result.decided },
          })
        return toResponse(request, 'claim_decisions', result)
      }),
    )
}

function denyListRoutes(app: FastifyInstance, handle: Handle): void {
  const audit = (ctx: TxContext, verb: 'deny' | 'allow', details: Record<string, unknown>) => {
    const subject = { kind: 'claim_rules', id: ctx.account_id }
    recordEntry(ctx, { action: `claim_rules.${verb}`, subject, details })
  }

  app.get('/denied_claimants', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const data = (await gifting.listDenied(ctx)).map(toDeniedView)
      return { status: 200, body: await renderWhole(request, 'denied_claimants', data) }
    }),
  )

  app.post('/denied_claimants', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { entries } = parseOperationBody(request, deniedEntriesBody).members
      const added = await gifting.addDenied(ctx, entries)
      // without the entries: the audit log must not contain addresses that a recipient can have erased
      audit(ctx, 'deny', { added })
      return toResponse(request, 'deny_list_changes', { added, removed: 0 })
    }),
  )

  app.delete<IdParams>('/denied_claimants/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const kind = await gifting.removeDenied(ctx, request.params.id)
      if (kind === undefined) throw new ApiError('not_found')
      audit(ctx, 'allow', { kind })
      return toResponse(request, 'deny_list_changes', { added: 0, removed: 1 })
    }),
  )
}

const toDeniedView = ({ id, kind, entry, created_at }: gifting.DeniedClaimant) => ({
  id,
  kind,
  entry,
  created_at,
})

async function requireOneLink(ctx: TxContext, id: string): Promise<gifting.OneLink> {
  const link = await gifting.findOneLink(ctx, id)
  if (link === undefined) throw new ApiError('not_found')
  return link
}

const toRulesResponse = (
  request: FastifyRequest,
  one_link_id: string | null,
  rules: gifting.ClaimRules,
): ApiResponse => toResponse(request, 'claim_rules', { one_link_id, ...rules })

const toResponse = (
  { version }: FastifyRequest,
  type: ResourceType,
  view: object,
): ApiResponse => ({ status: 200, body: version.renderResource(type, JSON.stringify(view)) })
