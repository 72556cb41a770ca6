import * as accounts from '#accounts'
import * as audit from '#audit'
import * as catalogue from '#catalogue'
import { ApiError, throwIfAny } from '#contract'
import { pickChanged } from '#platform/lib/changed-members'
import * as sends from '#sends'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { buildBrandingPreview } from './branding-preview.ts'
import * as contract from './contract.ts'
import { checkLogo } from './logo-check.ts'
import { suggestBrand } from './suggest-brand.ts'

export const accountRoutes = [
  handle(contract.readAccount, async ({ ctx, member, reply }) => {
    const { updated_at, ...settings } = await accounts.readSettings(ctx)
    setEtag(reply, updated_at)
    const { account_id: id, tier, stage, region } = member
    return { id, tier, stage, region, ...settings, updated_at }
  }),

  handleWithoutTx(contract.checkLogo, async ({ db, body, allowPrivate, ports, proxy }) => {
    assertLogoUrl(body.logo_url, db.deployment.origin)
    if (catalogue.isOwnPicture(body.logo_url, db.deployment.origin)) return
    const message = await checkLogo(body.logo_url, { allowPrivate, ports, proxy })
    throwIfAny(message === undefined ? [] : [{ code: 'invalid', param: 'logo_url', message }])
  }),

  handleWithoutTx(contract.suggestBrand, async (context) => {
    const { member, body, reply, websiteLimit } = context
    const website = accounts.parseWebsite(body.website)
    const message = 'must be a web address such as larkfield.example'
    if (website === undefined)
      throw new ApiError('invalid', {
        fieldErrors: [{ code: 'invalid', param: 'website', message }],
      })
    const retryAfterSeconds = await websiteLimit.consume(member.account_id)
    if (retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(retryAfterSeconds))
      throw new ApiError('too_many_requests', { message: 'Try again in a minute.' })
    }
    return suggestBrand(context, website)
  }),

  handle(contract.previewBranding, async ({ ctx, member, body }) => {
    const preview = await buildBrandingPreview(ctx, member, body)
    if (preview === undefined) return { subject: '', token: null }
    const { deployment } = ctx
    const { rendered } = await sends.previewEmail(ctx, preview, deployment.origin)
    return { subject: rendered.subject, token: sends.encodePreviewToken(deployment, preview) }
  }),

  handle(contract.changeSettings, async ({ ctx, member, body, request, reply }) => {
    const change = { ...body, ...lowercaseColor(body.brand_color) }
    const { logo_url } = body
    if (typeof logo_url === 'string') {
      assertLogoUrl(logo_url, ctx.deployment.origin)
      catalogue.markPicturesUsed(ctx, [logo_url])
    }
    const { before, after } = await accounts.updateSettings(ctx, change, (current) =>
      assertIfMatch(request, current.updated_at),
    )
    const subject = { kind: 'account', id: member.account_id, name: after.name }
    const { updated_at: _, ...settings } = after
    const details = pickChanged<Omit<accounts.Settings, 'updated_at'>>(before, settings)
    audit.recordEntry(ctx, { action: 'account.change_settings', subject, details })
    setEtag(reply, after.updated_at)
    const { account_id: id, tier, stage, region } = member
    return { id, tier, stage, region, ...after }
  }),
]

/**
 * Throws an error if a logo URL does not use https. Emails and pages use https, so a picture from another
 * origin must also use https.
 */
function assertLogoUrl(url: string, origin: string): void {
  const isValid = url.startsWith('https://') || catalogue.isOwnPicture(url, origin)
  const message = 'must be an address that begins with https://'
  throwIfAny(isValid ? [] : [{ code: 'invalid', param: 'logo_url', message }])
}

const lowercaseColor = (brand_color: string | null | undefined) =>
  typeof brand_color === 'string' ? { brand_color: brand_color.toLowerCase() } : {}
