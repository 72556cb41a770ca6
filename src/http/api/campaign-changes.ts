import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import { orNotFound } from '#contract'
import * as greetings from '#greetings'
import * as oneLinks from '#one-links'
import type { TxContext } from '#platform/postgres/database'
import { namingSettings, toSettings, toSettingsView } from './campaign-settings.ts'
import { findView } from './campaigns.ts'
import { toGreetingInput } from './greeting-view.ts'
import { handle } from './kernel/handle.ts'

/** The operations that change campaigns and their settings. */
export const campaignChangeRoutes = [
  handle('createCampaign', async (context) => {
    const { ctx, body } = context
    const { settings = {}, theme, greeting, ...fields } = body
    const defaults = await campaigns.findDefaults(ctx)
    const isDirect = body.invitation_method === 'sender_provided_address'
    const id = await namingSettings(() =>
      campaigns.createFromAdmin(ctx, {
        description: '',
        selection_mode: isDirect ? 'all' : 'one',
        visible_at_redemption: true,
        expires_after_days: 60,
        sender_id: defaults.sender_id,
        theme: { ...defaults.theme, ...theme },
        ...toSettings({ ...settings, ...fields }),
      }),
    )
    if (greeting !== undefined)
      await greetings.setForCampaign(ctx, id, await toGreetingInput(ctx, greeting))
    audit(ctx, 'create', { id, name: body.name })
    return findView(context, id)
  }),

  handle('copyCampaign', async (context) => {
    const { ctx, params, body } = context
    const { id: cloned_from } = params
    const { name } = body
    const id = orNotFound(await campaigns.clone(ctx, cloned_from, name))
    await greetings.copyForCampaign(ctx, cloned_from, id)
    audit(ctx, 'create', { id, name }, { cloned_from })
    return findView(context, id)
  }),

  handle('updateCampaign', async (context) => {
    const { ctx, body, assertUnchanged } = context
    const { id } = context.params
    const { theme, email_message, greeting, ...change } = body
    const changed = await namingSettings(() =>
      campaigns.patch(ctx, id, async (before) => {
        const current = await campaigns.find(ctx, id)
        assertUnchanged(() => orNotFound(current))
        return {
          // every recipient gets all items of the campaign
          ...(change.selection_mode === 'all' && { max_choices: 1 }),
          ...toSettings(change),
          theme: { ...before.theme, ...theme },
          email_message: { ...before.email_message, ...email_message },
        }
      }),
    )
    finishChange(ctx, orNotFound(changed))
    if (greeting !== undefined)
      await greetings.setForCampaign(ctx, id, await toGreetingInput(ctx, greeting))
    return findView(context, id)
  }),

  handle('archiveCampaign', async (context) => {
    const { ctx, params } = context
    const campaign = orNotFound(await campaigns.archive(ctx, params.id))
    audit(ctx, 'archive', campaign)
    return findView(context, campaign.id)
  }),

  handle('restoreCampaign', async (context) => {
    const { ctx, params } = context
    const campaign = orNotFound(await campaigns.restore(ctx, params.id))
    audit(ctx, 'restore', campaign)
    return findView(context, campaign.id)
  }),

  handle('getCampaignSettings', async ({ ctx, params }) =>
    toSettingsView(orNotFound(await campaigns.findForAdmin(ctx, params.id))),
  ),

  handle('updateCampaignSettings', async ({ ctx, params, body, assertUnchanged }) => {
    const changed = await namingSettings(() =>
      campaigns.patch(ctx, params.id, (before) => {
        assertUnchanged(() => toSettingsView(before))
        return toSettings(body)
      }),
    )
    finishChange(ctx, orNotFound(changed))
    return toSettingsView(orNotFound(changed).after)
  }),
]

type Changed = NonNullable<Awaited<ReturnType<typeof campaigns.patch>>>

/** Records a change, and wakes the waiting lists: a pause or an end can have changed. */
function finishChange(ctx: TxContext, changed: Changed): void {
  audit(ctx, 'change', changed.after, campaigns.diffSettings(changed))
  oneLinks.wakeWaitingLists(ctx, changed.after.id)
}

const audit = (
  ctx: TxContext,
  verb: 'create' | 'change' | 'archive' | 'restore',
  { id, name }: { id: string; name: string },
  details: Record<string, unknown> = {},
): void =>
  recordEntry(ctx, {
    action: `campaign.${verb}`,
    subject: { kind: 'campaign', id, name },
    details,
  })
