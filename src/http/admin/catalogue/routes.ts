import { Type } from 'typebox'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, parseListQuery } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { anyText, oneOf } from '../lib/filters.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { describeContents, saveDeliveries } from './deliveries.ts'
import { NewProduct, Product } from './product-schemas.ts'

const amount = Type.Integer({ minimum: 0, maximum: 10_000_000 })
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
      const { ctx, body } = context
      const { id, variants } = await catalogue.createProduct(ctx, body)
      await saveDeliveries(ctx, body, variants)
      audit(context, 'product.create', id, body.name)
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
      const { ctx, params, body, request } = context
      const id = params.id ?? ''
      const ids = await findGrownVariants(ctx, id, body)
      const before = await campaigns.measureOfferings(ctx, ids)
      const changed = await catalogue.updateProduct(ctx, id, body, ({ updated_at }) =>
        assertIfMatch(request, updated_at),
      )
      if (changed === undefined) throw new ApiError('not_found')
      await campaigns.rejectEnlargedOfferings(ctx, ids, before)
      const product = await catalogue.findProduct(ctx, id)
      await saveDeliveries(ctx, body, product?.variants ?? [])
      const { was, is } = changed
      audit(context, 'product.change', is.id, is.name, {
        before: toAuditDetails(was),
        after: toAuditDetails(is),
      })
      return sendProduct(context)
    },
  ),

  ...archiveRoutes('archive', 'stop offering a product', campaigns.archiveProduct),
  ...archiveRoutes('restore', 'offer a product again', campaigns.restoreProduct),

  route(
    'PUT',
    '/catalogue/stock',
    { requiredRole: 'admin', summary: 'set stock levels', body: StockCount, bodySize: 'large' },
    async (context) => {
      const changed = await catalogue.adjustStock(context.ctx, context.body.levels)
      const variants = await catalogue.variantsById(
        context.ctx,
        changed.map(({ variant_id }) => variant_id),
      )
      for (const { variant_id, warehouse_id, previous, available } of changed)
        recordEntry(context.ctx, {
          actor: context.actor,
          action: 'stock.count',
          subject: { kind: 'variant', id: variant_id, name: variants.get(variant_id)?.sku ?? '' },
          details: { warehouse_id, before: { available: previous }, after: { available } },
        })
      return { changed: changed.length }
    },
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

const toAuditDetails = (product: {
  name: string
  description: string
  images: readonly unknown[]
  destination_mode: catalogue.DestinationMode
  destinations: readonly string[]
  minimum_age: number | null
}) => ({
  name: product.name,
  description: product.description,
  images: product.images.length,
  destinations:
    product.destination_mode === 'all'
      ? 'all'
      : `${product.destination_mode} ${product.destinations.join(' ')}`,
  minimum_age: product.minimum_age,
})

/** Returns the ids of the product's variants when a change makes the product larger, otherwise an empty list. */
async function findGrownVariants(ctx: TxContext, id: string, change: catalogue.ProductInput) {
  const product = await catalogue.findProduct(ctx, id)
  if (product === undefined || serializedSize(change) <= serializedSize(product)) return []
  return product.variants.map((variant) => variant.id)
}

const serializedSize = ({
  name,
  images,
  variants,
}: Pick<catalogue.ProductInput, 'name' | 'images' | 'variants'>) =>
  JSON.stringify([name, images, variants.map((each) => [each.sku, each.name, each.images])]).length

async function sendProduct({ ctx, params, reply }: TxRouteContext<unknown>, id = params.id ?? '') {
  const product = await catalogue.findProduct(ctx, id)
  if (product === undefined) throw new ApiError('not_found')
  setEtag(reply, product.updated_at)
  const activeCampaigns = await campaigns.findActiveCampaignsWith(
    ctx,
    product.variants.map((variant) => variant.id),
  )
  const contents = await describeContents(ctx, product)
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      content: contents.get(variant.id) ?? null,
    })),
    campaigns: activeCampaigns.map(({ id, name }) => ({ id, name })),
  }
}

/** Builds the archive or restore routes of a product and of a variant. */
function archiveRoutes(
  verb: 'archive' | 'restore',
  summary: string,
  archiveOrRestore: typeof campaigns.archiveProduct,
) {
  const run = async (context: TxRouteContext<unknown>) => {
    const { ctx, params } = context
    const name = await archiveOrRestore(ctx, params.id ?? '', params.variant_id)
    if (name === undefined) throw new ApiError('not_found')
    const subjectKind = params.variant_id === undefined ? 'product' : 'variant'
    audit(context, `${subjectKind}.${verb}`, params.variant_id ?? params.id ?? '', name)
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
