import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import {
  ApiError,
  campaignChangeBody,
  campaignCopyBody,
  campaignSettingsBody,
  newCampaignBody,
} from '#contract'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { namingSettings, type Settings, toSettings, toSettingsView } from './campaign-settings.ts'
import { assertIfMatch } from './etag.ts'
import type { ApiResponse, Handle } from './handler.ts'

type IdParams = { Params: { id: string } }

/** The operations that change campaigns and their settings. */
export function campaignChangeRoutes(app: FastifyInstance, handle: Handle): void {
  createRoutes(app, handle)
  updateRoute(app, handle)
  archiveRoutes(app, handle)
  settingsRoutes(app, handle)
}

function createRoutes(app: FastifyInstance, handle: Handle): void {
  app.post('/campaigns', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, newCampaignBody)
      const { settings = {}, theme, ...fields } = members
      const defaults = await campaigns.findDefaults(ctx)
      const isDirect = members.invitation_method === 'sender_provided_address'
      const id = await namingSettings(() =>
        campaigns.createFromAdmin(ctx, {
          description: '',
          selection_mode: isDirect ? 'all' : 'one',
          visible_at_redemption: true,
          expires_after_days: 60,
          sender_id: defaults.sender_id,
          ...fields,
          theme: { ...defaults.theme, ...theme },
          ...toSettings(settings),
        }),
      )
      audit(ctx, 'campaign.create', { id, name: members.name })
      return { ...(await toCampaignResponse(ctx, request, id)), status: 201 }
    }),
  )

  app.post<IdParams>('/campaigns/:id/copy', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { name } = parseOperationBody(request, campaignCopyBody).members
      const cloned_from = request.params.id
      const id = await campaigns.clone(ctx, cloned_from, name)
      if (id === undefined) throw new ApiError('not_found')
      await greetings.copyForCampaign(ctx, cloned_from, id)
      audit(ctx, 'campaign.create', { id, name }, { cloned_from })
      return { ...(await toCampaignResponse(ctx, request, id)), status: 201 }
    }),
  )
}

function updateRoute(app: FastifyInstance, handle: Handle): void {
  app.patch<IdParams>('/campaigns/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { theme, email_message, ...change } = parseOperationBody(
        request,
        campaignChangeBody,
      ).members
      const { id } = request.params
      const changed = await campaigns.patch(ctx, id, async (before) => {
        const current = await campaigns.find(ctx, id)
        assertIfMatch(request, () => JSON.stringify(current))
        return {
          ...change,
          ...(change.selection_mode === 'all' && { max_choices: 1 }), // every recipient gets all items
          theme: { ...before.theme, ...theme },
          email_message: { ...before.email_message, ...email_message },
        }
      })
      return toChangedResponse(ctx, request, changed)
    }),
  )
}

function archiveRoutes(app: FastifyInstance, handle: Handle): void {
  for (const [verb, run] of [
    ['archive', campaigns.archive],
    ['restore', campaigns.restore],
  ] as const)
    app.post<IdParams>(`/campaigns/:id/${verb}`, (request, reply) =>
      handle(request, reply, async (ctx) => {
        parseEmptyBody(request)
        const campaign = await run(ctx, request.params.id)
        if (campaign === undefined) throw new ApiError('not_found')
        audit(ctx, `campaign.${verb}`, campaign)
        return toCampaignResponse(ctx, request, campaign.id)
      }),
    )
}

function settingsRoutes(app: FastifyInstance, handle: Handle): void {
  app.get<IdParams>('/campaigns/:id/settings', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const campaign = await campaigns.findForAdmin(ctx, request.params.id)
      if (campaign === undefined) throw new ApiError('not_found')
      return toSettingsResponse(request, campaign)
    }),
  )

  app.patch<IdParams>('/campaigns/:id/settings', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, campaignSettingsBody)
      const changed = await namingSettings(() =>
        campaigns.patch(ctx, request.params.id, (before) => {
          assertIfMatch(request, () => JSON.stringify(toSettingsView(before)))
          return toSettings(members)
        }),
      )
      if (changed === undefined) throw new ApiError('not_found')
      audit(ctx, 'campaign.change', changed.after, campaigns.diffSettings(changed))
      return toSettingsResponse(request, changed.after)
    }),
  )
}

const toSettingsResponse = ({ version }: FastifyRequest, settings: Settings): ApiResponse => ({
  status: 200,
  body: version.renderResource('campaign_settings', JSON.stringify(toSettingsView(settings))),
})

async function toChangedResponse(
  ctx: TxContext,
  request: FastifyRequest,
  changed: Awaited<ReturnType<typeof campaigns.patch>>,
): Promise<ApiResponse> {
  if (changed === undefined) throw new ApiError('not_found')
  audit(ctx, 'campaign.change', changed.after, campaigns.diffSettings(changed))
  return toCampaignResponse(ctx, request, changed.after.id)
}

async function toCampaignResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  id: string,
): Promise<ApiResponse> {
  const campaign = await campaigns.find(ctx, id)
  return { status: 200, body: version.renderResource('campaigns', JSON.stringify(campaign)) }
}

const audit = (
  ctx: TxContext,
  action: string,
  { id, name }: { id: string; name: string },
  details: Record<string, unknown> = {},
): void =>
  recordEntry(ctx, {
    action,
    subject: { kind: 'campaign', id, name },
    details,
  })
