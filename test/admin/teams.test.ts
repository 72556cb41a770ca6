import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError, commonGiftFormat } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { type Actor, actingAs } from '#platform/postgres/database'
import * as sends from '#sends'
import { createAdminFixture, homeAddress, recipientFields } from '#test/admin-fixture'
import { type AdminClient, type AdminResponse, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const source = fixture.campaign('email').id
await testApp.run((ctx) =>
  ctx.query(
    `update catalogue.variant set unit_cost_minor = 1000, unit_cost_currency = 'EUR' where account_id = $1`,
    [ctx.account_id],
  ),
)

let count = 0
const unique = (name: string) => `${name} ${++count}`

async function call(client: AdminClient, method: 'post' | 'patch', path: string, body: object) {
  const { status, json, text } = await client[method](path, body)
  assert.ok(status < 300, text)
  return json
}

/** Creates a team whose only member is the sender. */
const createTeam = (change: object = {}) =>
  call(admin, 'post', '/teams', {
    ...{ name: unique('Team'), member_ids: [testApp.sender.id] },
    ...change,
  })
const changeTeam = (id: string, change: object) => call(admin, 'patch', `/teams/${id}`, change)

/** Copies the campaign with these settings. Returns its id. */
async function createCampaign(change: object = {}): Promise<string> {
  const { id } = await call(admin, 'post', `/campaigns/${source}/copy`, { name: unique('Copy') })
  await call(admin, 'patch', `/campaigns/${id}`, change)
  return id
}

const toRow = (email = `team.${++count}@example.com`) => ({ recipient: recipientFields(email) })
const trySend = (options: object, client = sender, rows = [toRow()]) =>
  client.post('/send', { options, rows })

/** Sends one gift. Returns its details. */
async function send(options: object, client = sender) {
  const { json, text } = await trySend(options, client)
  assert.equal(json.rows?.[0].status, 'sent', text)
  const { id } = json.rows[0]
  return { ...(await admin.get(`/gift_requests/${id}/details`)).json, id }
}

const errorOf = async (response: Promise<AdminResponse>) => {
  const { status, json, text } = await response
  assert.equal(status, 422, text)
  return `${json.errors[0].param}: ${json.errors[0].message}`
}

/** Ends the membership of the sender in all teams, so that tests do not depend on each other. */
async function leaveTeams() {
  for (const { id } of (await admin.get('/teams')).json.data)
    await changeTeam(id, { member_ids: [] })
}

describe('teams', () => {
  it('are created, changed and suspended by admins alone', async () => {
    const name = unique('Sales')
    const team = await createTeam({ name, lead_id: testApp.sender.id, cost_centre: ' 4711 ' })
    assert.deepEqual(
      [team.name, team.state, team.lead_id, team.cost_centre, pluck(team.members, 'id')],
      [name, 'active', testApp.sender.id, '4711', [testApp.sender.id]],
    )
    assert.equal((await sender.post('/teams', { name: unique('Own') })).status, 403)
    assert.equal((await sender.patch(`/teams/${team.id}`, { name: 'Own' })).status, 403)
    const suspended = await changeTeam(team.id, { is_suspended: true })
    assert.equal(suspended.state, 'suspended')
    const actions = pluck((await admin.get(`/audit?subject_id=${team.id}`)).json.data, 'action')
    assert.deepEqual(actions, ['team.suspend', 'team.create'])
  })

  it('name the field of each error', async () => {
    const { id, name } = await createTeam()
    const create = (change: object) =>
      errorOf(admin.post('/teams', { name: unique('T'), ...change }))
    assert.match(await create({ name: name.toUpperCase() }), /^name: is the name of another team/)
    assert.match(await create({ member_ids: [newId()] }), /^member_ids: must be users/)
    assert.match(await create({ member_ids: ['x'] }), /^member_ids: must be users/)
    assert.match(await create({ lead_id: testApp.sender.id }), /^lead_id: must be a member/)
    assert.match(
      await create({ purchase_order_number: 'a\u0007' }),
      /^purchase_order_number: contains/,
    )
    const budget = { amount: { amount: 1, currency: 'QQQ' }, stops: true }
    assert.match(await create({ budget }), /^budget.currency: must be a currency/)
    assert.equal((await admin.patch(`/teams/${newId()}`, {})).status, 404)
    const { lead_id } = await changeTeam(id, { lead_id: testApp.sender.id })
    assert.equal(lead_id, testApp.sender.id)
    assert.equal((await changeTeam(id, { member_ids: [testApp.admin.id] })).lead_id, null)
  })

  it('of another account are unknown', async () => {
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    const { id } = await createTeam()
    assert.equal((await stranger.patch(`/teams/${id}`, { name: 'Mine' })).status, 404)
    assert.deepEqual((await stranger.get('/teams')).json.data, [])
  })
})

describe('a gift', () => {
  it('has no team while its sender has none', async () => {
    await leaveTeams()
    const gift = await send({ campaign_id: await createCampaign() })
    assert.deepEqual([gift.team, gift.cost_centre, gift.purchase_order_number], [null, null, null])
  })

  it('is charged as the send says, or the campaign, the team, the account', async () => {
    await leaveTeams()
    const defaults = { cost_centre: 'Account', purchase_order_number: 'PO account' }
    assert.equal((await admin.put('/cost-defaults', defaults)).status, 200)
    const bare = await createCampaign()
    const toCharges = ({ cost_centre, purchase_order_number }: Record<string, string>) =>
      `${cost_centre}, ${purchase_order_number}`
    assert.equal(toCharges(await send({ campaign_id: bare })), 'Account, PO account')
    const team = await createTeam({ cost_centre: 'Team', purchase_order_number: 'PO team' })
    const gift = await send({ campaign_id: bare })
    assert.equal(toCharges(gift), 'Team, PO team')
    assert.deepEqual(gift.team, { id: team.id, name: team.name })
    const own = await createCampaign({ cost_centre: 'Campaign' })
    assert.equal(toCharges(await send({ campaign_id: own })), 'Campaign, PO team')
    const named = { campaign_id: own, cost_centre: ' Send ', purchase_order_number: 'PO send' }
    assert.equal(toCharges(await send(named)), 'Send, PO send')
    const long = { campaign_id: own, cost_centre: 'x'.repeat(65) }
    assert.match(await errorOf(trySend(long)), /^cost_centre: is too long/)
    const none = { cost_centre: null, purchase_order_number: null }
    assert.equal((await admin.put('/cost-defaults', none)).status, 200)
  })

  it('goes to the team that the sender names, or sent for last', async () => {
    await leaveTeams()
    const [one, two] = [await createTeam(), await createTeam()]
    const options = { campaign_id: await createCampaign() }
    const draft = { draft_id: newId(), name: 'Send', options: { ...options, team_id: two.id } }
    await call(sender, 'post', '/sends', draft)
    assert.equal((await send(options)).team.id, two.id)
    assert.equal((await send({ ...options, team_id: one.id })).team.id, one.id)
    const choices = (await sender.get('/send/choices')).json.teams
    assert.deepEqual(pluck(choices, 'id'), [two.id, one.id])
    const foreign = await createTeam({ member_ids: [testApp.admin.id] })
    const wrong = errorOf(trySend({ ...options, team_id: foreign.id }))
    assert.match(await wrong, /^team_id: names no team of the user/)
    const { json } = await admin.get(`/gift_requests?team_id=${one.id}`)
    assert.equal(json.data.length, 1)
  })

  it('of a suspended team goes on, and no other one follows', async () => {
    await leaveTeams()
    const team = await createTeam()
    const options = { campaign_id: await createCampaign() }
    const { id } = await send(options)
    await changeTeam(team.id, { is_suspended: true })
    const message = /^team_id: is of “Team \d+”, which is suspended; an admin can resume it/
    assert.match(await errorOf(trySend(options)), message)
    assert.match(await errorOf(trySend({ ...options, team_id: team.id })), message)
    const draft = { draft_id: newId(), name: 'Send', options }
    assert.match(await errorOf(sender.post('/sends', draft)), message)
    assert.match(await errorOf(sender.post('/send/check', { options, rows: [toRow()] })), message)
    await fixture.processDue()
    const { json } = await admin.get(`/gift_requests/${id}`)
    assert.equal(json.status, 'submitted')
    assert.deepEqual((await sender.get('/send/choices')).json.teams, [])
    await changeTeam(team.id, { is_suspended: false })
    assert.equal((await send(options)).team.id, team.id)
  })
})

describe('a campaign that is limited to teams', () => {
  it('is sent by them alone: in lists, by the API of a session, by agents, and as one-link', async () => {
    await leaveTeams()
    const team = await createTeam({ member_ids: [testApp.admin.id] })
    const campaign_id = await createCampaign({ team_ids: [team.id] })
    const message = /^campaign_id: names “Copy \d+”, which only these teams may send: “Team \d+”/
    assert.match(await errorOf(trySend({ campaign_id })), message)
    const shown = async (client: AdminClient) =>
      pluck((await client.get('/send/choices')).json.campaigns, 'id').includes(campaign_id)
    assert.deepEqual([await shown(sender), await shown(admin)], [false, true])
    assert.equal((await send({ campaign_id }, admin)).team.id, team.id)
    const create = (actor: Actor) =>
      testApp.run((ctx) =>
        gifting.create(actingAs(ctx, actor), { campaign_id, ...toRow() }, commonGiftFormat),
      )
    const agent = { kind: 'oauth_client', id: newId() } as const
    for (const user_id of [testApp.sender.id, newId()])
      await assert.rejects(
        create({ ...agent, user_id }),
        (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'campaign_id',
      )
    assert.equal((await create({ ...agent, user_id: testApp.admin.id })).team_id, team.id)
    const token = { kind: 'api_token', id: newId() } as const
    assert.equal((await create(token)).team_id, null)
    assert.equal((await create({ ...token, team_id: team.id })).team_id, team.id)
    const other = await createTeam({ member_ids: [] })
    await assert.rejects(create({ ...token, team_id: other.id }))
    const key = { name: 'Key', team_id: newId() }
    assert.match(await errorOf(admin.post('/api-keys', key)), /^team_id: names no team/)
    const { id } = await call(admin, 'post', '/api-keys', { name: 'Key', team_id: team.id })
    const keys = (await admin.get('/api-keys')).json.data
    assert.equal(keys.find((each: { id: string }) => each.id === id).team_id, team.id)
    const unknown = admin.patch(`/campaigns/${campaign_id}`, { team_ids: [newId()] })
    assert.match(await errorOf(unknown), /^team_ids.0: names no team/)
    const link = await createLinkCampaign(team.id)
    const place = { campaign_id: link, quantity: 2 }
    assert.match(await errorOf(sender.post('/one_links', place)), message)
    const { status, text } = await admin.post('/one_links', place)
    assert.equal(status, 201, text)
  })

  it('is checked when an approver decides, and when the gifts are created', async () => {
    await leaveTeams()
    const team = await createTeam()
    const campaign_id = await createCampaign()
    const rule = {
      mode: 'all',
      max_gifts: null,
      max_cost: null,
      confirm_above: null,
      decide_by_mail: false,
    }
    await admin.put('/approval-rule', rule)
    const submit = async () => {
      const options = { campaign_id }
      const draft = { draft_id: newId(), name: 'Send', options, recipients: 1 }
      const { id } = await call(sender, 'post', '/sends', draft)
      const rows = [{ ...toRow(), line: 1 }]
      await call(sender, 'post', '/send', { options, rows, bulk_send_id: id })
      await call(sender, 'post', `/sends/${id}/submit`, {})
      return id
    }
    const [late, early] = [await submit(), await submit()]
    await call(admin, 'post', `/sends/${early}/approve`, {})
    const other = await createTeam({ member_ids: [] })
    await call(admin, 'patch', `/campaigns/${campaign_id}`, { team_ids: [other.id] })
    assert.match(
      await errorOf(admin.post(`/sends/${late}/approve`)),
      /^campaign_id: .* only these teams may send/,
    )
    await drain(() => sends.processApprovals(testApp.db))
    const { gifts, failed } = (await admin.get(`/sends/${early}`)).json
    assert.deepEqual([gifts, failed], [0, 1])
    await call(admin, 'patch', `/campaigns/${campaign_id}`, { team_ids: [team.id] })
    await call(admin, 'post', `/sends/${late}/approve`, {})
    await drain(() => sends.processApprovals(testApp.db))
    assert.equal((await admin.get(`/sends/${late}`)).json.gifts, 1)
    await admin.put('/approval-rule', { ...rule, mode: 'off' })
  })
})

/** Creates a campaign with a one-link that only this team may send. */
async function createLinkCampaign(team_id: string): Promise<string> {
  const { id } = fixture.campaign('one_link')
  const copy = await call(admin, 'post', `/campaigns/${id}/copy`, { name: unique('Copy') })
  await call(admin, 'patch', `/campaigns/${copy.id}`, { team_ids: [team_id] })
  return copy.id
}

const euros = (amount: number) => ({ amount: { amount, currency: 'EUR' }, stops: true })

it('an approved send stays with the team of its submission', async () => {
  await leaveTeams()
  const [first, second] = [await createTeam(), await createTeam()]
  const options = { campaign_id: await createCampaign() }
  await send({ ...options, team_id: first.id })
  const setMode = (mode: string) =>
    admin.put('/approval-rule', {
      ...{ mode, max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false },
    })
  await setMode('all')
  const body = { draft_id: newId(), name: unique('Send'), options, recipients: 1 }
  const { id } = (await sender.post('/sends', body)).json
  const row = toRow()
  await call(sender, 'post', '/send', { options, rows: [{ ...row, line: 1 }], bulk_send_id: id })
  await call(sender, 'post', `/sends/${id}/submit`, {})
  await setMode('off')
  await send({ ...options, team_id: second.id })
  await call(admin, 'post', `/sends/${id}/approve`, {})
  await drain(() => sends.processApprovals(testApp.db))
  const [gift] = await testApp.run((ctx) =>
    ctx.query('select team_id from gifting.gift_request where account_id = $1 and email = $2', [
      ctx.account_id,
      row.recipient.email,
    ]),
  )
  assert.deepEqual(gift, { team_id: first.id })
})

describe('the budget of a team', () => {
  it('stops sends at the same instant from exceeding it', async () => {
    await leaveTeams()
    const team = await createTeam({ budget: euros(2_500) })
    const campaign_id = await createCampaign()
    const results = await Promise.all(Array.from({ length: 6 }, () => trySend({ campaign_id })))
    const statuses = results.map(({ json }) => json.rows?.[0].status)
    assert.deepEqual(statuses.toSorted(), [...Array(4).fill('rejected'), 'sent', 'sent'])
    const rejected = results.find(({ json }) => json.rows[0].status === 'rejected')
    assert.match(
      rejected?.json.rows[0].errors[0].message,
      /^names the team “Team \d+”, whose budget of €25\.00 has €5\.00 left, and this costs up to €10\.00; raise the budget, or choose another team$/,
    )
    const { budget_used } = await changeTeam(team.id, {})
    assert.equal(budget_used, 2_000)
  })

  it('and that of the campaign must both have enough, and a rejected gift takes nothing from either', async () => {
    await leaveTeams()
    const team = await createTeam({ budget: euros(1_500) })
    const campaign_id = await createCampaign({ budget: euros(9_000) })
    const { json } = await trySend({ campaign_id }, sender, [toRow(), toRow(), toRow()])
    assert.deepEqual(pluck(json.rows, 'status'), ['sent', 'rejected', 'rejected'])
    assert.equal((await changeTeam(team.id, {})).budget_used, 1_000)
    const readCampaign = async () => (await admin.get(`/campaigns/${campaign_id}`)).json.budget_used
    assert.equal(await readCampaign(), 1_000)
    const estimate = (await sender.post('/send/estimate', { options: { campaign_id } })).json
    assert.deepEqual([estimate.budget.left_minor, estimate.team_budget.left_minor], [8_000, 500])
    await call(admin, 'post', `/gift_requests/${json.rows[0].id}/cancel`, {})
    assert.deepEqual([(await changeTeam(team.id, {})).budget_used, await readCampaign()], [0, 0])
  })

  it('counts what redeemed gifts cost, and the report groups by team', async () => {
    await leaveTeams()
    const team = await createTeam({ budget: euros(9_000) })
    const { id } = await send({ campaign_id: await createCampaign() })
    await fixture.processDue()
    const variant_ids = [fixture.campaign('email').products[0]?.variants[0]?.id ?? '']
    await testApp.run((ctx) =>
      gifting.redeem(ctx, id, { variant_ids, shipping_address: homeAddress }),
    )
    const { budget_used } = await changeTeam(team.id, {})
    const { rows } = (await admin.get('/spend?by=team')).json
    const row = rows.find(({ key }: { key: string }) => key === team.id)
    assert.deepEqual([row.name, row.items_minor], [team.name, budget_used])
    const costs = (await admin.get('/spend/costs.csv')).text
    assert.match(costs, new RegExp(`${team.id},${team.name}`))
  })
})
