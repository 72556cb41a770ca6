import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { toEmailKey } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { createChatAppFixture } from '#test/chat-app-fixture'
import { drain } from '#test/eventually'
import { formPayload, pressPayload, type SlackUser } from '#test/fake-slack'

/* What members do in the chat, with a stub of Slack. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const chat = await createChatAppFixture(testApp)
const { slack } = chat
await chat.connect()
const approver = slack.addUser(testApp.admin.email)
const colleague = slack.addUser(testApp.sender.email)
const options = { campaign_id: fixture.campaign('email').id }
const off = {
  mode: 'off',
  max_gifts: null,
  max_cost: null,
  confirm_above: null,
  decide_by_mail: false,
}

const setRule = async (rule: object) => {
  const { status, text } = await admin.put('/approval-rule', { ...off, ...rule })
  assert.equal(status, 200, text)
}
afterEach(() => setRule(off))

let count = 0
const newEmail = () => `chat.${++count}@example.com`

/** Submits a send of the sender for approval, and posts what is due. */
async function submit(email = newEmail()): Promise<{ id: string; name: string; email: string }> {
  await setRule({ mode: 'all' })
  const body = { draft_id: newId(), name: `Send <${++count}>`, options, recipients: 1 }
  const { json: send } = await sender.post('/sends', body)
  const rows = [{ recipient: recipientFields(email), line: 1 }]
  await sender.post('/send', { options, rows, bulk_send_id: send.id })
  const { status, text } = await sender.post(`/sends/${send.id}/submit`)
  assert.equal(status, 200, text)
  await chat.post()
  return { id: send.id, name: body.name, email }
}

const directMessages = (user: SlackUser) =>
  [...slack.messages].filter(([key]) => key.startsWith(`D-${user.id} `)).map(([, body]) => body)
const lastMessage = (user: SlackUser) => JSON.stringify(directMessages(user).at(-1) ?? {})
const buttonsOf = (body: {
  blocks: { type: string; elements?: { value?: string; action_id: string }[] }[]
}) =>
  body.blocks
    .flatMap(({ type, elements = [] }) => (type === 'actions' ? elements : []))
    .filter(({ value }) => value !== undefined)
const lastAnswer = () =>
  (slack.calls.findLast(({ method }) => method === 'chat.postEphemeral')?.body.text ?? '') as string
const press = (user: SlackUser, action: string, value: string) =>
  slack.deliver('interactive', pressPayload(user.id, action, value))
const readSend = async (id: string) => (await admin.get(`/sends/${id}`)).json
const auditOf = async (id: string, action: string) =>
  (await admin.get(`/audit?subject_id=${id}`)).json.data.filter(
    (entry: { action: string }) => entry.action === action,
  )
const giftsTo = (email: string) =>
  testApp.run(async (ctx) => {
    const filter = { email_key: toEmailKey(email) }
    return (await gifting.list(ctx, filter, { limit: 10, order: 'desc' })).data
  })

describe('a request for approval', () => {
  it('goes to the approver with buttons, and the sent gift to the recipient', async () => {
    const { id, name, email } = await submit()
    const [request] = directMessages(approver).slice(-1)
    assert.deepEqual(
      buttonsOf(request).map(({ action_id }) => action_id),
      ['approve:0', 'reject:1'],
    )
    assert.ok(JSON.stringify(request).includes(name))
    assert.equal(directMessages(colleague).length, 0, 'the sender does not decide')
    assert.equal(await press(approver, 'approve', id), true)
    assert.equal(
      lastAnswer(),
      `You have approved “${name.replace('<', '&lt;').replace('>', '&gt;')}”.`,
    )
    assert.equal((await readSend(id)).approval.state, 'approved')
    const [entry] = await auditOf(id, 'bulk_send.approve')
    assert.equal(entry.actor.name, 'Ada admin')
    assert.equal(entry.details.by_chat, 'Our Slack')
    await chat.post()
    const [closed] = directMessages(approver).slice(-1)
    assert.deepEqual(buttonsOf(closed), [])
    assert.match(JSON.stringify(closed), /Ada admin has approved this send/)
    assert.match(lastMessage(colleague), /approved/, 'the sender reads the result')
    await drain(() => sends.processApprovals(testApp.db))
    assert.equal((await giftsTo(email)).length, 1)
  })

  it('loses its buttons when it is decided in the web app', async () => {
    const { id } = await submit()
    await admin.post(`/sends/${id}/reject`, { reason: 'Too early' })
    await chat.post()
    assert.match(lastMessage(approver), /Ada admin has rejected this send/)
    await press(approver, 'approve', id)
    assert.match(lastAnswer(), /has rejected this send/)
  })

  it('is decided once by two presses at the same instant, and by the same press twice', async () => {
    const { id } = await submit()
    const payload = pressPayload(approver.id, 'approve', id)
    const results = await Promise.all([
      slack.deliver('interactive', payload),
      slack.deliver('interactive', payload),
      press(approver, 'approve', id),
    ])
    assert.deepEqual(results, [true, true, true])
    assert.equal((await auditOf(id, 'bulk_send.approve')).length, 1)
    const before = slack.calls.length
    assert.equal(await slack.deliver('interactive', payload), true)
    assert.ok(slack.calls.slice(before).every(({ method }) => method !== 'chat.postEphemeral'))
  })

  it('is rejected with a reason that a form asks for', async () => {
    const { id } = await submit()
    await press(approver, 'reject', id)
    const { view } = slack.callsOf('views.open').at(-1)
    assert.deepEqual([view.callback_id, view.private_metadata], ['reject', id])
    const payload = formPayload(
      approver.id,
      'reject',
      { reason: { value: 'Wait for June' } },
      { private_metadata: id },
    )
    assert.equal(await slack.deliver('interactive', payload), true)
    const { approval } = await readSend(id)
    assert.deepEqual([approval.state, approval.reason], ['rejected', 'Wait for June'])
  })
})

describe('who acts', () => {
  // biome-ignore format: read down the columns
  const refused: Readonly<Record<string, readonly [more: Partial<SlackUser>, answer: RegExp]>> = {
    'a bot':                      [{ is_bot: true }, /Only people/],
    'a deleted person':           [{ deleted: true }, /Only people/],
    'a guest':                    [{ is_restricted: true }, /Guests/],
    'a person of another workspace': [{ team_id: 'T2' }, /members of this workspace/],
    'an unconfirmed address':     [{ is_email_confirmed: false }, /no confirmed email/],
    'a person without an address': [{ profile: {} }, /no confirmed email/],
  }
  for (const [who, [more, answer]] of Object.entries(refused))
    it(`is not ${who}`, async () => {
      const { id } = await submit()
      slack.users.delete(approver.id)
      const impostor = slack.addUser(testApp.admin.email, more)
      await press(impostor, 'approve', id)
      slack.users.delete(impostor.id)
      slack.users.set(approver.id, approver)
      assert.match(lastAnswer(), answer)
      assert.equal((await readSend(id)).approval.state, 'awaiting')
    })

  it('is neither a stranger nor a member without the permission', async () => {
    const { id } = await submit()
    await press(slack.addUser('stranger@example.com'), 'approve', id)
    assert.match(
      lastAnswer(),
      /No member of this account has proved the address stranger@example.com/,
    )
    await press(colleague, 'approve', id)
    assert.match(lastAnswer(), /permission approvals:decide/)
    await press(approver, 'approve', newId())
    await press(approver, 'approve', `' or true`)
    await press(approver, 'explode', id)
    assert.match(lastAnswer(), /another version/)
    assert.equal((await readSend(id)).approval.state, 'awaiting')
  })

  it('is no suspended member, and no member of an account that only some networks enter', async () => {
    const { id } = await submit()
    const user = await testApp.createUser('admin')
    const former = slack.addUser(user.email)
    await testApp.run((ctx) => accounts.suspendMember(ctx, user.id, testApp.admin.id))
    await press(former, 'approve', id)
    assert.match(lastAnswer(), /No member of this account/)
    const setNetworks = (allowed_networks: string[]) =>
      testApp.run((ctx) =>
        ctx.query('update access.account set allowed_networks = $2 where id = $1', [
          ctx.account_id,
          allowed_networks,
        ]),
      )
    await setNetworks(['203.0.113.0/24'])
    await press(approver, 'approve', id)
    await setNetworks([])
    assert.match(lastAnswer(), /only from some networks/)
    assert.equal((await readSend(id)).approval.state, 'awaiting')
  })

  it('is no member without the second factor that the account requires', async () => {
    const { id } = await submit()
    const setFactors = (isRequired: boolean, totp_enabled_at: Date | null) =>
      testApp.run(async (ctx) => {
        await ctx.query('update access.account set requires_second_factor = $2 where id = $1', [
          ctx.account_id,
          isRequired,
        ])
        await ctx.query(
          `update access.person set totp_encrypted = $2, totp_enabled_at = $3
            where id = (select person_id from access.user where account_id = $4 and id = $1)`,
          [testApp.admin.id, totp_enabled_at && Buffer.from('x'), totp_enabled_at, ctx.account_id],
        )
      })
    const pressWith = async (totp_enabled_at: Date | null) => {
      await setFactors(true, totp_enabled_at)
      await press(approver, 'approve', id)
      await setFactors(false, null)
    }
    await pressWith(null)
    assert.match(lastAnswer(), /requires a second factor/)
    assert.equal((await readSend(id)).approval.state, 'awaiting')
    await pressWith(new Date())
    assert.match(lastAnswer(), /You have approved/)
  })
})
