import { Type } from 'typebox'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, maxAvailable, parseListQuery } from '#contract'
import * as digital from '#digital'
import * as products from '#products'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { anyText, oneOf } from '../lib/filters.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { NewProduct, Product } from './product-schemas.ts'

const amount = Type.Integer({ minimum: 0, maximum: maxAvailable })
const StockCount = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          variant_id: boundedText(64),
          warehouse_id: boundedText(64),
          available: amount,
          expected: Type.Optional(amount),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  strict,
)

const filters = { state: oneOf('available', 'archived'), q: anyText, stock: oneOf('low') }

/** Products, their variants, images and stock. */
export const catalogueRoutes = [
  route(
    'GET',
    '/catalogue/products',
    { requiredRole: 'sender', summary: 'list products' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters, 50)
      const { state, q: search, stock } = filter
      return catalogue.listProducts(
        ctx,
        {
          ...(state && { state }),
          ...(search && { search }),
          ...(stock && { is_low: true as const }),
        },
        page,
      )
    },
  ),

  route(
    'GET',
    '/catalogue/products/:id',
    {
      requiredRole: 'sender',
      summary: 'show a product, its stock, and the campaigns that offer it',
    },
    async (context) => sendProduct(context),
  ),

  route(
    'POST',
    '/catalogue/products',
    { requiredRole: 'admin', summary: 'add a product', body: NewProduct, bodySize: 'large' },
    async (context) => {
      const { id } = await products.create(context.ctx, context.actor, context.body)
      return new JsonResponse(201, await sendProduct(context, id))
    },
  ),

  route(
    'PUT',
    '/catalogue/products/:id',
    {
      requiredRole: 'admin',
      summary: 'change a product and its variants',
      body: Product,
      bodySize: 'large',
    },
    async (context) => {
      const { ctx, actor, params, body, request } = context
      const changed = await products.edit(ctx, actor, params.id ?? '', ({ updated_at }) => {
        assertIfMatch(request, updated_at)
        return body
      })
      if (changed === undefined) throw new ApiError('not_found')
      return sendProduct(context)
    },
  ),

  ...archiveRoutes('archive', 'stop offering a product', products.archive),
  ...archiveRoutes('restore', 'offer a product again', products.restore),

  route(
    'PUT',
    '/catalogue/stock',
    { requiredRole: 'admin', summary: 'set stock levels', body: StockCount, bodySize: 'large' },
    async ({ ctx, actor, body }) => ({
      changed: await products.setStock(ctx, actor, body.levels),
    }),
  ),

  route(
    'POST',
    '/catalogue/sample',
    {
      requiredRole: 'admin',
      summary: 'add the sample products and campaigns to an account without products',
    },
    async (context) => {
      if (await catalogue.hasProducts(context.ctx))
        throw new ApiError('invalid_transition', { message: 'The catalogue already has products.' })
      const variants = await catalogue.createDemoCatalogue(context.ctx)
      await digital.createDemoContents(context.ctx, variants)
      await campaigns.createDemoCampaigns(context.ctx, context.member.user_id, variants)
      const { account_id, account_name } = context.member
      const subject = { kind: 'account', id: account_id, name: account_name }
      const details = { variants: variants.size }
      recordEntry(context.ctx, {
        actor: context.actor,
        action: 'catalogue.add_sample',
        subject,
        details,
      })
      return new JsonResponse(201, { variants: variants.size })
    },
  ),

  route(
    'POST',
    '/catalogue/images',
    {
      requiredRole: 'admin',
      summary: 'upload an image',
      body: Type.Object({ content: Type.String({ maxLength: 1_000_000 }) }, strict),
      bodySize: 'large',
    },
    async ({ ctx, body }) => {
      const path = await catalogue.savePicture(ctx, Buffer.from(body.content, 'base64'), 'content')
      return new JsonResponse(201, { url: `${ctx.deployment.origin}${path}` })
    },
  ),
]

async function sendProduct({ ctx, params, reply }: TxRouteContext<unknown>, id = params.id ?? '') {
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

/** Builds the archive or restore routes of a product and of a variant. */
function archiveRoutes(
  verb: 'archive' | 'restore',
  summary: string,
  archiveOrRestore: typeof products.archive,
) {
  const run = async ({ ctx, actor, params }: TxRouteContext<unknown>) => {
    if (!(await archiveOrRestore(ctx, actor, params.id ?? '', params.variant_id)))
      throw new ApiError('not_found')
  }
  return [
    route('POST', `/catalogue/products/:id/${verb}`, { requiredRole: 'admin', summary }, run),
    route(
      'POST',
      `/catalogue/products/:id/variants/:variant_id/${verb}`,
      { requiredRole: 'admin', summary: summary.replace('a product', 'a variant') },
      run,
    ),
  ]
}
