import { recordEntry } from '#audit'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import { toOneLine } from '#contract/one-line'
import * as digital from '#digital'
import * as greetings from '#greetings'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes of the sample catalogue and of uploaded images. */
export const catalogueRoutes = [
  handle(contract.addSampleCatalogue, async ({ ctx, member }) => {
    if (await catalogue.hasProducts(ctx))
      throw new ApiError('invalid_transition', { message: 'The catalogue already has products.' })
    const { account_id, account_name } = member
    const company = toOneLine(account_name).slice(0, 80) // an address allows this length
    const variants = await catalogue.createDemoCatalogue(ctx, { company, hasShortages: false })
    await digital.createDemoContents(ctx, variants, { hasShortages: false })
    await greetings.createDemoCampaigns(ctx, member.user_id, variants, company)
    const subject = { kind: 'account', id: account_id, name: account_name }
    const details = { variants: variants.size }
    recordEntry(ctx, { action: 'catalogue.add_sample', subject, details })
    return details
  }),

  handle(contract.uploadImage, async ({ ctx, body }) => {
    const path = await catalogue.savePicture(ctx, Buffer.from(body.content, 'base64'), 'content')
    return { url: `${ctx.deployment.origin}${path}` }
  }),
]
