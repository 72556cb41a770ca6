import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import { toOneLine } from '#contract/one-line'
import * as digital from '#digital'
import * as greetings from '#greetings'
import * as products from '#products'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/** Products, their variants, images and stock. */
export const catalogueRoutes = [
  handle(contract.listProducts, ({ ctx, query }) => {
    const { state, q: search, stock, sort } = query.filter
    const filter = {
      ...(state && { state }),
      ...(search && { search }),
      ...(stock && { is_low: true as const }),
      ...(sort === 'name' && { sort }),
    }
    return catalogue.listProducts(ctx, filter, query.page)
  }),

  handle(contract.readProduct, (context) => sendProduct(context, context.params.id)),

  handle(contract.createProduct, async (context) => {
    const { id } = await products.create(context.ctx, context.body)
    return sendProduct(context, id)
  }),

  handle(contract.changeProduct, async (context) => {
    const { ctx, params, body, request } = context
    const changed = await products.edit(ctx, params.id, ({ updated_at }) => {
      assertIfMatch(request, updated_at)
      return body
    })
    if (changed === undefined) throw new ApiError('not_found')
    return sendProduct(context, params.id)
  }),

  handle(contract.archiveProduct, (context) => archiveOrRestore(products.archive, context)),
  handle(contract.restoreProduct, (context) => archiveOrRestore(products.restore, context)),
  handle(contract.archiveVariant, (context) => archiveOrRestore(products.archive, context)),
  handle(contract.restoreVariant, (context) => archiveOrRestore(products.restore, context)),

  handle(contract.setStock, async ({ ctx, body }) => ({
    changed: await products.setStock(ctx, body.levels),
  })),

  handle(contract.addSampleCatalogue, async ({ ctx, member }) => {
    if (await catalogue.hasProducts(ctx))
      throw new ApiError('invalid_transition', { message: 'The catalogue already has products.' })
    const { account_id, account_name } = member
    const company = toOneLine(account_name).slice(0, 80) // as an address allows
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

  handleWithoutTx(contract.loadImage, async ({ db, member, allowPrivate, ports, proxy, body }) => {
    const options = { allowPrivate, ports, proxy }
    const path = await catalogue.loadPicture(db, member.account_id, body.url, options)
    return { url: `${db.deployment.origin}${path}` }
  }),
]

async function sendProduct(
  { ctx, reply }: Pick<TxRouteContext<unknown>, 'ctx' | 'reply'>,
  id: string,
) {
  const product = await products.find(ctx, id)
  if (product === undefined) throw new ApiError('not_found')
  setEtag(reply, product.updated_at)
  const activeCampaigns = await campaigns.findActiveCampaignsWith(
    ctx,
    product.variants.map((variant) => variant.id),
  )
  return {
    ...product,
    campaigns: activeCampaigns.map(({ id, name }) => ({ id, name })),
  }
}

/** Archives or restores a product, or one of its variants. */
async function archiveOrRestore(
  run: typeof products.archive,
  {
    ctx,
    params,
  }: Pick<TxRouteContext<unknown>, 'ctx'> & {
    params: { id: string; variant_id?: string }
  },
): Promise<void> {
  if (!(await run(ctx, params.id, params.variant_id))) throw new ApiError('not_found')
}
