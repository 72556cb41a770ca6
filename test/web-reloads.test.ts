import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient, reloadAfterSeries, reloadAfterWrite } from '#web-src/query-client'

let reads = 0
let unsubscribe = () => {}

/** Shows a page with one query. `staleTime` is the time for which the data of the query is current. */
async function showPage(staleTime: number | 'static' = 60_000): Promise<void> {
  const queryFn = async () => ++reads
  const observer = new QueryObserver(queryClient, {
    queryKey: ['/products', {}],
    queryFn,
    staleTime,
  })
  unsubscribe = observer.subscribe(() => {})
  await settle()
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  unsubscribe()
  queryClient.clear()
  reads = 0
})

it('loads again what a page shows after a write', async () => {
  await showPage()
  reloadAfterWrite('/products/1/archive')
  await settle()
  assert.equal(reads, 2)
})

for (const path of [
  '/session',
  '/session/code',
  '/invitation',
  '/endpoints/check',
  '/endpoints/dry-run',
  '/occasions/forecast',
  '/endpoints/1/check-signature',
  '/campaigns/preview',
  '/send/estimate',
  '/packing/leases/renew',
  '/packing/parcels/1/address',
])
  it(`loads nothing again after ${path}`, async () => {
    await showPage()
    reloadAfterWrite(path)
    await settle()
    assert.equal(reads, 1)
    assert.equal(queryClient.getQueryState(['/products', {}])?.isInvalidated, false)
  })

for (const path of ['/sessions', '/invitations/1', '/gift_requests/1/change_address'])
  it(`loads again after ${path}`, async () => {
    await showPage()
    reloadAfterWrite(path)
    await settle()
    assert.equal(reads, 2)
  })

it('leaves the reload after an action of packing to the station', async () => {
  await showPage()
  reloadAfterWrite('/packing/parcels/1/pack')
  await settle()
  assert.equal(reads, 1)
  assert.equal(queryClient.getQueryState(['/products', {}])?.isInvalidated, true)
})

it('loads once after many writes', async () => {
  await showPage()
  await reloadAfterSeries(async () => {
    for (const id of [1, 2, 3]) {
      reloadAfterWrite(`/deliveries/${id}/resend`)
      await settle()
    }
  })
  await settle()
  assert.equal(reads, 2)
})

it('does not load again what a form edits', async () => {
  await showPage('static')
  reloadAfterWrite('/products/1')
  await settle()
  assert.equal(reads, 1)
})

it('lets an action wait until what is shown is current', async () => {
  await showPage()
  let readsAtEnd = 0
  const action = queryClient.getMutationCache().build<number, Error, void, unknown>(queryClient, {
    mutationFn: async () => {
      reloadAfterWrite('/products/1')
      return reads
    },
    onSuccess: () => {
      readsAtEnd = reads
    },
  })
  await action.execute()
  assert.equal(readsAtEnd, 2)
})
