import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as oneLinks from '#one-links'
import type { AccountLimits } from '#platform/deployment'
import { createTestApp } from '#test/api-harness'
import { keepOpenUntilBlocking } from '#test/lock-waits'
import * as webhooks from '#webhooks'

const app = await createTestApp()
/** Limits that an account reaches with one object each. */
const limits: AccountLimits = {
  endpoints: 1,
  one_links: 1,
  products: 1,
  warehouses: 1,
  pictures: 1,
}
const runWithLimits = <T>(run: (ctx: Parameters<Parameters<typeof app.run>[0]>[0]) => Promise<T>) =>
  app.run((ctx) => run({ ...ctx, deployment: { ...ctx.deployment, limits } }))

const createEndpoint = (run = runWithLimits) =>
  run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: ctx.account_id, tier: 'enterprise' },
      { url: 'https://receiver.example/hooks' },
      { allowPrivate: false },
    ),
  )
const createOneLink = (run = runWithLimits) =>
  run(async (ctx) => {
    const { data } = await campaigns.list(ctx, {}, firstPage)
    const campaign = data.find(({ invitation_method }) => invitation_method === 'one_link')
    return oneLinks.create(ctx, { campaign_id: campaign?.id, quantity: 1 })
  })
const createProduct = (run = runWithLimits) => run((ctx) => catalogue.createProduct(ctx, product))
const createWarehouse = (run = runWithLimits) =>
  run((ctx) => catalogue.createWarehouse(ctx, { name: 'One more', country: 'DE' }))
const savePicture = (seed: number, run = runWithLimits) =>
  run((ctx) => catalogue.savePicture(ctx, createPicture(seed), 'content'))

const firstPage = { limit: 25, order: 'desc' } as const
const product = {
  name: 'One more',
  description: '',
  kind: 'physical',
  images: [],
  variants: [],
} as const

it('the error names the limit, the remedy and the setting that raises it', async () => {
  await createEndpoint()
  await assert.rejects(createEndpoint(), {
    code: 'not_allowed',
    fieldErrors: [
      {
        code: 'not_allowed',
        param: 'url',
        message:
          'cannot be added: an account may have 1 webhook endpoints. Delete one that is no longer needed. The operator can raise BESTOW_MAX_ENDPOINTS',
      },
    ],
  })
})

it('limits count only existing endpoints and open one-links', async () => {
  const { id } = await createOneLink()
  await assert.rejects(createOneLink(), /not allowed/)
  await runWithLimits((ctx) => oneLinks.close(ctx, id))
  await createOneLink()
  const [first] = await runWithLimits((ctx) => webhooks.listEndpoints(ctx))
  await runWithLimits((ctx) => webhooks.deleteEndpoint(ctx, first?.id ?? ''))
  await createEndpoint()
})

/** Creates a picture whose bytes differ from those of all other pictures. */
function createPicture(seed: number): Buffer {
  const png = Buffer.alloc(64)
  png.write('89504e470d0a1a0a0000000d49484452', 'hex')
  png.writeUInt32BE(8, 16)
  png.writeUInt32BE(8, 20)
  png[40] = seed
  return png
}

it('products, warehouses and pictures are limited', async () => {
  await assert.rejects(createProduct(), /not allowed/)
  await assert.rejects(createWarehouse(), /not allowed/)
  await savePicture(1)
  await assert.rejects(savePicture(2), /not allowed/)
})

// biome-ignore format: aligned columns
const kinds: [name: string, limit: keyof AccountLimits, create: (run: typeof runWithLimits, n: number) => Promise<unknown>][] = [
  ['endpoints',  'endpoints',  createEndpoint],
  ['one-links',  'one_links',  createOneLink],
  ['products',   'products',   createProduct],
  ['warehouses', 'warehouses', createWarehouse],
  ['pictures',   'pictures',   (run, n) => savePicture(n, run)],
]

for (const [name, limit, create] of kinds)
  it(`concurrent requests do not exceed the limit of ${name}`, async () => {
    const other = await createTestApp()
    const [existing] = await other.run((ctx) =>
      ctx.query<{ products: number; warehouses: number }>(
        `select (select count(*)::int from catalogue.product where account_id = $1) as products,
                (select count(*)::int from catalogue.warehouse where account_id = $1) as warehouses`,
        [ctx.account_id],
      ),
    )
    const count = { endpoints: 0, one_links: 0, pictures: 0, ...existing }[limit] ?? 0
    const raised = { ...limits, [limit]: count + 1 }
    const runInOther: typeof runWithLimits = (run) =>
      other.run((ctx) => run({ ...ctx, deployment: { ...ctx.deployment, limits: raised } }))
    let second: Promise<unknown> = Promise.resolve()
    await create(
      (run) =>
        runInOther(async (ctx) => {
          const created = await run(ctx)
          second = create(runInOther, 2).then(
            () => 'created',
            ({ code }) => code,
          )
          await keepOpenUntilBlocking(ctx, second)
          return created
        }),
      1,
    )
    assert.equal(await second, 'not_allowed')
  })
