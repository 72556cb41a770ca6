import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Bestow, eventTypes, type GiftRequest, type OperationId, operations } from '#sdk'
import { directGiftBody, giftBody } from '#test/api-harness'
import { loadContract } from '#test/openapi-contract'
import { pluck } from '#test/pluck'
import { createSdkTestApp } from '#test/sdk-harness'

const id = 'e71c'

/** Calls of the operations of the catalogue. */
const catalogueCalls = {
  createProduct: (client) =>
    client.products.create({
      name: 'Mug',
      kind: 'physical',
      variants: [{ sku: 'M', name: 'Blue' }],
    }),
  listProducts: (client) => client.products.list(),
  getProduct: (client) => client.products.get(id),
  updateProduct: (client) => client.products.update(id, { name: 'Cup' }),
  archiveProduct: (client) => client.products.archive(id),
  restoreProduct: (client) => client.products.restore(id),
  bulkUpdateProducts: (client) =>
    client.products.bulkUpdate({ ids: [id], change: { archived: true } }),
  createVariant: (client) => client.variants.create(id, { sku: 'M', name: 'Blue' }),
  listVariants: (client) => client.variants.list({ sku: 'M' }),
  getVariant: (client) => client.variants.get(id),
  updateVariant: (client) => client.variants.update(id, { hs_code: null }),
  archiveVariant: (client) => client.variants.archive(id),
  restoreVariant: (client) => client.variants.restore(id),
  importCodes: (client) => client.variants.importCodes(id, { codes: [{ code: 'A' }] }),
  setStockLevels: (client) =>
    client.stockLevels.set({ levels: [{ variant_id: id, warehouse_id: id, available: 1 }] }),
  adjustStockLevels: (client) =>
    client.stockLevels.adjust({
      levels: [{ variant_id: id, warehouse_id: id, delta: 1 }],
      reason: 'found',
    }),
  listWarehouses: (client) => client.warehouses.list(),
  getWarehouse: (client) => client.warehouses.get(id),
  createWarehouse: (client) => client.warehouses.create({ name: 'Graz', country: 'AT' }),
  updateWarehouse: (client) => client.warehouses.update(id, { name: 'Graz' }),
  archiveWarehouse: (client) => client.warehouses.archive(id),
  createPicture: (client) => client.pictures.create({ url: 'https://shop.example/a.png' }),
} satisfies Partial<Record<OperationId, (client: Bestow) => PromiseLike<unknown>>>

/** Calls of the operations of claims and recipients. */
const peopleCalls = {
  listClaims: (client) => client.claims.list(id),
  approveClaims: (client) => client.claims.approve(id, { ids: [id] }),
  rejectClaims: (client) => client.claims.reject(id, { ids: [id] }),
  getClaimRules: (client) => client.claims.rules(id),
  updateOneLink: (client) => client.oneLinks.update(id, { allowed_email_domains: [] }),
  updateClaimRules: (client) => client.claims.updateRules(id, { has_waiting_list: false }),
  getClaimDefaults: (client) => client.claims.defaults(),
  updateClaimDefaults: (client) => client.claims.updateDefaults({ require_confirmation: true }),
  listDeniedClaimants: (client) => client.claims.denied(),
  denyClaimants: (client) => client.claims.deny({ entries: ['example.net'] }),
  allowClaimant: (client) => client.claims.allow(id),
  listRecipients: (client) => client.recipients.list({ q: 'ada' }),
  getRecipient: (client) => client.recipients.get(id),
  listGiftRequestsOfRecipient: (client) => client.recipients.giftRequests(id),
  correctRecipientEmail: (client) =>
    client.recipients.correctEmail(id, { email: 'ada@example.com' }),
  clearRecipientBounce: (client) => client.recipients.clearBounce(id),
  getPersonalData: (client) => client.recipients.personalData(id),
  erasePersonalData: (client) => client.recipients.erase({ email: 'ada@example.com' }),
} satisfies Partial<Record<OperationId, (client: Bestow) => PromiseLike<unknown>>>

const testApp = await createSdkTestApp()
const { bestow } = testApp

/** Records the requests that a call sends. Each response is an empty list. */
async function recordRequest(run: (client: Bestow) => PromiseLike<unknown>) {
  const lines: string[] = []
  const client = testApp.createClient({
    fetch: async (input, init) => {
      const url = new URL(String(input))
      lines.push(`${init?.method} ${url.pathname.replace(/^\/api/, '') || '/'}`)
      return Response.json({ data: [] })
    },
  })
  await run(client)
  return lines
}

describe('the operations of the client', () => {
  const gift = giftBody(testApp)
  const one_link = { campaign_id: id, quantity: 1 }
  const calls: Record<OperationId, (client: Bestow) => PromiseLike<unknown>> = {
    listGiftRequests: (client) => client.giftRequests.list(),
    createGiftRequest: (client) => client.giftRequests.create(gift),
    createGiftRequests: (client) => client.giftRequests.createMany({ gift_requests: [gift] }),
    getGiftRequest: (client) => client.giftRequests.get(id),
    cancelGiftRequest: (client) => client.giftRequests.cancel(id),
    getGiftRequestHistory: (client) => client.giftRequests.history(id),
    updateGiftRequest: (client) => client.giftRequests.update(id, { metadata: { a: 'b' } }),
    extendGiftRequest: (client) => client.giftRequests.extend(id, { days: 7 }),
    remindGiftRequest: (client) => client.giftRequests.remind(id),
    correctGiftRequestEmail: (client) =>
      client.giftRequests.correctEmail(id, { email: 'ada@example.com' }),
    changeGiftRequestAddress: (client) =>
      client.giftRequests.changeAddress(id, {
        shipping_address: { name: 'Ada', line_1: '1 Main St', country: 'US' },
      }),
    reissueGiftRequestLink: (client) => client.giftRequests.reissueLink(id),
    sendGiftRequestAgain: (client) => client.giftRequests.sendAgain(id),
    shipGiftRequestAgain: (client) => client.giftRequests.shipAgain(id, { parcel_id: id }),
    resendGiftRequestEmails: (client) => client.giftRequests.resendEmails(id),
    getGiftRequestDetails: (client) => client.giftRequests.details(id),
    listGiftRequestParcels: (client) => client.giftRequests.parcels(id),
    listGiftRequestEmails: (client) => client.giftRequests.emails(id),
    listGiftRequestProblemReports: (client) => client.giftRequests.problemReports(id),
    resolveGiftRequestProblemReport: (client) => client.giftRequests.resolveProblemReport(id, id),
    getGiftRequestGreeting: (client) => client.giftRequests.greeting(id),
    setGiftRequestGreeting: (client) => client.giftRequests.setGreeting(id, { card: null }),
    deleteGiftRequestGreeting: (client) => client.giftRequests.deleteGreeting(id),
    getCampaignGreeting: (client) => client.campaigns.greeting(id),
    setCampaignGreeting: (client) => client.campaigns.setGreeting(id, { card: 'holidays' }),
    listGiftRequestTextMessages: (client) => client.giftRequests.textMessages(id),
    getGiftRequestThankYouNote: (client) => client.giftRequests.thankYouNote(id),
    listCampaigns: (client) => client.campaigns.list(),
    getCampaign: (client) => client.campaigns.get(id),
    createCampaign: (client) =>
      client.campaigns.create({
        name: 'Spring',
        invitation_method: 'email',
        email_message: { subject: 'Hello', body: 'Choose.' },
        variant_ids: [id],
      }),
    updateCampaign: (client) => client.campaigns.update(id, { name: 'Summer' }),
    copyCampaign: (client) => client.campaigns.copy(id, { name: 'Autumn' }),
    archiveCampaign: (client) => client.campaigns.archive(id),
    restoreCampaign: (client) => client.campaigns.restore(id),
    getCampaignSettings: (client) => client.campaigns.settings(id),
    updateCampaignSettings: (client) => client.campaigns.updateSettings(id, { locale: 'de' }),
    ...catalogueCalls,
    listOneLinks: (client) => client.oneLinks.list(),
    createOneLink: (client) => client.oneLinks.create(one_link),
    getOneLink: (client) => client.oneLinks.get(id),
    closeOneLink: (client) => client.oneLinks.close(id),
    ...peopleCalls,
    getFunnel: (client) => client.reports.funnel({ campaign_id: id }),
    getTimeToRedeem: (client) => client.reports.timeToRedeem(),
    listGiftsByCountry: (client) => client.reports.countries(),
    getTrend: (client) => client.reports.trend(),
    listTopGifts: (client) => client.reports.topGifts(),
    getAttention: (client) => client.reports.attention(),
    exportGiftRequests: (client) => client.reports.exportGiftRequests({ format: 'jsonl' }),
    exportStockLevels: (client) => client.reports.exportStockLevels(),
    exportParcels: (client) => client.reports.exportParcels({ format: 'jsonl' }),
    exportDonations: (client) => client.reports.exportDonations(),
    listEvents: (client) => client.events.list(),
    getEvent: (client) => client.events.get(id),
    listEndpoints: (client) => client.endpoints.list(),
    createEndpoint: (client) => client.endpoints.create({ url: 'https://a.example' }),
    getEndpoint: (client) => client.endpoints.get(id),
    updateEndpoint: (client) => client.endpoints.update(id, { enabled: false }),
    deleteEndpoint: (client) => client.endpoints.delete(id),
    rotateEndpointSecret: (client) => client.endpoints.rotateSecret(id, {}),
    rotateEndpointKey: (client) => client.endpoints.rotateKey(id, {}),
    sendTestEvent: (client) => client.endpoints.sendTest(id, {}),
    recoverDeliveries: (client) => client.endpoints.recover(id, { since: '2026-05-01T00:00:00Z' }),
    listDeliveries: (client) => client.deliveries.list(),
    getDelivery: (client) => client.deliveries.get(id),
    resendDelivery: (client) => client.deliveries.resend(id),
    listAttention: (client) => client.attention.list({ limit: 1 }),
    getAttentionItem: (client) => client.attention.get(id),
    advanceGiftRequest: (client) => client.testHelpers.advanceGiftRequest(id, { to: 'delivered' }),
    advanceClock: (client) => client.testHelpers.advanceClock({ by: '1d' }),
    getRoot: (client) => client.about(),
    createToken: (client) =>
      client.oauth.createToken({ grant_type: 'refresh_token', refresh_token: 'x' }),
    revokeToken: (client) => client.oauth.revokeToken({ token: 'x' }),
    getMetadata: (client) => client.oauth.metadata(),
  }

  it('are the operations of the document', () => {
    const documented = [...loadContract('2026-05').operations.values()].map((each) => each.id)
    const hooks: readonly string[] = eventTypes
    assert.deepEqual(
      Object.keys(operations).sort(),
      documented.filter((each) => !hooks.includes(each)).sort(),
    )
  })

  for (const [name, call] of Object.entries(calls)) {
    const [method, path] = operations[name as OperationId]
    it(`${name} is ${method} ${path}`, async () => {
      assert.deepEqual(await recordRequest(call), [`${method} ${path.replaceAll(/\{\w+\}/g, id)}`])
    })
  }

  it('escape ids in the path', async () => {
    const [line] = await recordRequest((client) => client.giftRequests.get('../campaigns?x=/y'))
    assert.equal(line, 'GET /gift_requests/..%2Fcampaigns%3Fx%3D%2Fy')
    for (const bad of ['', '.', '..']) {
      await assert.rejects(bestow.giftRequests.get(bad), { message: 'An id is missing.' })
    }
  })
})

describe('a client of 2026-05', () => {
  it('runs a gift from creation to delivery', async () => {
    const gift = await bestow.giftRequests.create(directGiftBody(testApp))
    assert.equal(gift.status satisfies string, 'submitted')
    await testApp.advanceTime()
    await bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'in_transit' })
    await bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'delivered' })
    const now: GiftRequest = await bestow.giftRequests.get(gift.id)
    assert.equal(now.status, 'delivered')
    assert.equal(now.line_items?.[0]?.quantity, 2)
    const { data: moves } = await bestow.giftRequests.history(gift.id)
    assert.equal(moves.at(-1)?.to, 'delivered')
    const events = await bestow.events
      .list({ gift_request_id: gift.id, order: 'asc' })
      .toArray({ limit: 10 })
    assert.deepEqual(pluck(events, 'type'), eventTypes.slice(0, 4))
    assert.equal((await bestow.events.get(events[0]?.id ?? '')).body?.status, 'submitted')
  })

  it('creates many gifts, supports dry runs, and cancels', async () => {
    const gifts = { gift_requests: [giftBody(testApp), giftBody(testApp)] }
    const before = await testApp.countEvents()
    await bestow.giftRequests.createMany(gifts, { dry_run: true })
    assert.equal(await testApp.countEvents(), before)
    const { data } = await bestow.giftRequests.createMany(gifts)
    const cancelled = await bestow.giftRequests.cancel(data[1]?.id ?? '')
    assert.equal(cancelled.status, 'cancelled')
    assert.equal(await testApp.countEvents(), before + 3)
  })

  it('returns a result for each row, and creates a key once', async () => {
    const rows = [{ ...giftBody(testApp), idempotency_key: 'order-1' }, giftBody(testApp)]
    const [first, second] = (await bestow.giftRequests.createEach(rows)).data
    assert.deepEqual([first?.status, second?.status], ['created', 'created'])
    const invalid = { ...giftBody(testApp), campaign_id: 'none' }
    const { data } = await bestow.giftRequests.createEach([...rows.slice(0, 1), invalid])
    assert.deepEqual(
      data.map(({ status, gift_request, errors }) => [status, gift_request?.id, errors[0]?.param]),
      [
        ['duplicate', first?.gift_request?.id, undefined],
        ['refused', undefined, 'campaign_id'],
      ],
    )
    const dry = await bestow.giftRequests.createEach([giftBody(testApp)], { dry_run: true })
    assert.equal(dry.data[0]?.status, 'valid')
  })

  it('changes a gift request, with one key for all attempts', async () => {
    const gift = await bestow.giftRequests.create(giftBody(testApp))
    await testApp.advanceTime()
    const dry = await bestow.giftRequests.extend(gift.id, { days: 7 }, { dry_run: true })
    assert.equal(dry.id, gift.id)
    const extended = await bestow.giftRequests.extend(gift.id, { days: 7 }).withResponse()
    assert.match(extended.idempotencyKey ?? '', /^sdk-/)
    const updated = await bestow.giftRequests.update(gift.id, { metadata: { order: '1' } })
    assert.deepEqual(updated.metadata, { order: '1' })
    const { state, actions } = await bestow.giftRequests.details(gift.id)
    assert.deepEqual([state, actions.extend], ['awaiting_recipient', null])
    const { data } = await bestow.giftRequests.emails(gift.id)
    assert.equal(data[0]?.kind, 'invitation')
  })

  it('creates and closes one-links, and reads campaigns', async () => {
    const campaign_id = testApp.campaign('one_link').id
    const link = await bestow.oneLinks.create({ campaign_id, quantity: 3 })
    assert.equal((await bestow.oneLinks.get(link.id)).available, 3)
    assert.equal((await bestow.oneLinks.close(link.id)).state, 'closed')
    assert.equal((await bestow.oneLinks.list()).data[0]?.id, link.id)
    assert.equal((await bestow.campaigns.get(campaign_id)).id, campaign_id)
    assert.ok((await bestow.campaigns.list({ state: 'available' })).data.length > 1)
  })

  it('advances the clock, and reads the name of the API', async () => {
    assert.ok(Date.parse((await bestow.testHelpers.advanceClock({ by: '1h' })).now) > Date.now())
    assert.match(await bestow.about(), /^Bestow API v/)
  })

  it('returns response metadata with withResponse', async () => {
    const limited = await createSdkTestApp({ rateLimit: 50 })
    const gift = giftBody(limited)
    const first = await limited.bestow.giftRequests.create(gift).withResponse()
    assert.match(first.requestId ?? '', /^[0-9a-f-]{36}$/)
    assert.match(first.idempotencyKey ?? '', /^sdk-/)
    assert.deepEqual(
      [first.response.status, first.isReplayed, first.attempts, first.rateLimit?.remaining],
      [201, false, 1, 99],
    )
    const repeated = await limited.bestow.giftRequests
      .create(gift, { idempotencyKey: first.idempotencyKey })
      .withResponse()
    assert.equal(repeated.isReplayed, true)
    assert.deepEqual(repeated.data, first.data)
  })
})

describe('a client of 2025-10', () => {
  const older = new Bestow({
    baseUrl: testApp.baseUrl,
    token: testApp.token,
    apiVersion: '2025-10',
  })

  it('uses JSON:API, also in its types', async () => {
    const { data } = await older.giftRequests.create({
      data: {
        type: 'gift_requests',
        attributes: {
          campaign_id: testApp.campaign('email').id,
          first_name: 'Ada',
          last_name: 'Larkin',
        },
      },
    })
    assert.equal(data.attributes.state, 'submitted')
    const { data: cancelled } = await older.giftRequests.cancel(data.id)
    assert.equal(cancelled.attributes.state, 'cancelled')
    const { included } = await older.giftRequests.get(data.id)
    const campaign = included?.find((each) => each.type === 'campaigns')
    assert.equal(campaign?.type === 'campaigns' && campaign.attributes.name.length > 0, true)
  })

  it('follows pages', async () => {
    const all = await older.giftRequests.list({ limit: 2 }).toArray({ limit: 100 })
    const flat = await bestow.giftRequests.list({ limit: 100 }).toArray({ limit: 100 })
    assert.ok(all.length > 2)
    assert.deepEqual(
      pluck(all, 'id'),
      flat.map(({ id }) => id),
    )
  })
})
