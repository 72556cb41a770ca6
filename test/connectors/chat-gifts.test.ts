import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { createChatAppFixture } from '#test/chat-app-fixture'
import {
  commandPayload,
  formPayload,
  pressPayload,
  type SlackUser,
  shortcutPayload,
} from '#test/fake-slack'

/* Gifts that members send, remind of and are thanked for in the chat, with a stub of Slack. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const chat = await createChatAppFixture(testApp)
const { slack } = chat
await chat.connect()
const boss = slack.addUser(testApp.admin.email)
const colleague = slack.addUser(testApp.sender.email)
const campaign = fixture.campaign('email')
const off = {
  ...{ mode: 'off', max_gifts: null, max_cost: null, confirm_above: null },
  decide_by_mail: false,
}
const setRule = (rule: object) => admin.put('/approval-rule', { ...off, ...rule })
afterEach(() => setRule(off))

let count = 0
const newEmail = () => `gift.${++count}@example.com`
const giftsTo = (email: string) =>
  testApp.run(async (ctx) => {
    const filter = { email_key: toEmailKey(email) }
    return (await gifting.list(ctx, filter, { limit: 10, order: 'desc' })).data
  })
const lastDirect = (user: SlackUser) =>
  JSON.stringify(
    [...slack.messages].findLast(([key]) => key.startsWith(`D-${user.id} `))?.[1] ?? {},
  )
const lastEphemeral = () =>
  slack.calls.findLast(({ method }) => method === 'chat.postEphemeral')?.body
const submitForm = (user: SlackUser, values: Record<string, object>, id?: string) =>
  slack.deliver('interactive', formPayload(user.id, 'send', values, id === undefined ? {} : { id }))
const chosen = { campaign: { selected_option: { value: campaign.id } } }

describe('a gift from the chat', () => {
  it('begins with a command, and with the shortcut of a message', async () => {
    await slack.deliver('slash_commands', commandPayload(colleague.id, 'Thanks & bye <b>'))
    const { view } = slack.callsOf('views.open').at(-1)
    const elements = Object.fromEntries(
      view.blocks.map((block: { block_id: string; element: object }) => [
        block.block_id,
        block.element,
      ]),
    )
    assert.equal(elements.message.initial_value, 'Thanks & bye <b>')
    assert.ok(
      elements.campaign.options.some(({ value }: { value: string }) => value === campaign.id),
    )
    await slack.deliver('interactive', shortcutPayload(colleague.id, boss.id))
    const { view: ofMessage } = slack.callsOf('views.open').at(-1)
    assert.equal(ofMessage.blocks[0].element.initial_user, boss.id)
  })

  it('is sent once to a person, however often the form arrives', async () => {
    const email = newEmail()
    const recipient = slack.addUser(email, { profile: { email, real_name: 'Grace Hopper Lark' } })
    const values = {
      ...{ recipient: { selected_user: recipient.id }, ...chosen },
      message: { value: 'Thanks for the launch' },
    }
    const payload = formPayload(colleague.id, 'send', values)
    const results = await Promise.all([
      slack.deliver('interactive', payload, { envelope_id: 'same' }),
      slack.deliver('interactive', payload),
    ])
    assert.ok(results.includes(true))
    await slack.deliver('interactive', payload)
    const gifts = await giftsTo(email)
    assert.equal(gifts.length, 1)
    const [gift] = gifts
    assert.deepEqual([gift?.first_name, gift?.last_name], ['Grace', 'Hopper Lark'])
    assert.equal(gift?.sender_email, testApp.sender.email)
    assert.equal(gift && gifting.readMessage(gift)?.body, 'Thanks for the launch')
    assert.ok(lastDirect(colleague).includes(`/gift-requests/${gift?.id}`))
    const { json } = await admin.get(`/audit?subject_id=${gift?.id}`)
    const entry = json.data.find(({ action }: { action: string }) => action === 'gift_request.send')
    assert.equal(entry.details.by_chat, 'Our Slack')
    assert.equal(entry.actor.id, testApp.sender.id)
  })

  it('waits for an approval where the account requires one', async () => {
    await setRule({ mode: 'all' })
    const email = newEmail()
    const values = { email: { value: email }, name: { value: 'Lin Lark' }, ...chosen }
    await submitForm(colleague, values)
    assert.match(lastDirect(colleague), /waits for an approval/)
    assert.equal((await giftsTo(email)).length, 0)
    await chat.post()
    assert.match(lastDirect(boss), /asks for your approval/)
  })

  // biome-ignore format: read down the columns
  const refused: Readonly<Record<string, readonly [values: Record<string, object>, answer: RegExp]>> = {
    'no recipient':       [chosen, /recipient must be one person/],
    'two recipients':     [{ recipient: { selected_user: boss.id }, email: { value: 'a@example.com' }, ...chosen }, /recipient must be one/],
    'an unknown person':  [{ recipient: { selected_user: 'UNKNOWN' }, ...chosen }, /enter one in place of the person/],
    'no name':            [{ email: { value: 'a@example.com' }, ...chosen }, /name must be a first and a last name/],
    'no address':         [{ email: { value: 'not an address' }, name: { value: 'Lin Lark' }, ...chosen }, /email/],
    'an unknown campaign': [{ email: { value: 'a@example.com' }, name: { value: 'Lin Lark' }, campaign: { selected_option: { value: 'x' } } }, /not|No/],
  }
  for (const [what, [values, answer]] of Object.entries(refused))
    it(`is refused with ${what}, and says why`, async () => {
      assert.equal(await submitForm(colleague, values), true)
      assert.match(lastDirect(colleague), answer)
    })

  it('is refused to a member without the permission', async () => {
    const packer = await testApp.createUser('packer')
    const person = slack.addUser(packer.email)
    await slack.deliver('slash_commands', commandPayload(person.id))
    assert.match(lastEphemeral().text, /gift_requests:write/)
    const email = newEmail()
    await submitForm(person, { email: { value: email }, name: { value: 'Lin Lark' }, ...chosen })
    assert.equal((await giftsTo(email)).length, 0)
  })

  it('is not of another account', async () => {
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.createUser('admin', other.id)
    const person = slack.addUser(stranger.email)
    const email = newEmail()
    await submitForm(person, { email: { value: email }, name: { value: 'Lin Lark' }, ...chosen })
    assert.match(lastDirect(person), /No member of this account/)
    const inOther = await createChatAppFixture(testApp, other.id)
    await inOther.connect()
    const own = inOther.slack.addUser(stranger.email)
    const payload = formPayload(own.id, 'send', {
      email: { value: email },
      name: { value: 'Lin Lark' },
      ...chosen,
    })
    await inOther.slack.deliver('interactive', payload)
    assert.equal((await giftsTo(email)).length, 0)
  })
})

describe('a gift that waits for its recipient', () => {
  it('is reminded of with one press, at most once an hour', async () => {
    const email = newEmail()
    const id = await fixture.sendGift(email)
    await slack.deliver('slash_commands', commandPayload(boss.id, ' Waiting '))
    assert.ok(JSON.stringify(lastEphemeral()).includes(id))
    await testApp.run((ctx) =>
      ctx.query(
        `update mail.message set created_at = created_at - interval '2 hours' where account_id = $1`,
        [ctx.account_id],
      ),
    )
    const payload = pressPayload(boss.id, 'remind', id)
    await Promise.all([
      slack.deliver('interactive', payload),
      slack.deliver('interactive', payload),
    ])
    await slack.deliver('interactive', pressPayload(boss.id, 'remind', id))
    assert.match(lastEphemeral().text, /less than an hour ago/)
    const emails = await testApp.run((ctx) => mail.listByRecipient(ctx, email))
    assert.equal(emails.filter(({ kind }) => kind === 'reminder').length, 1)
  })
})

describe('a thank-you note', () => {
  it('is posted to the sender, as it was written', async () => {
    const note = 'Thank you <!channel> & <https://evil.example|click> *so* much'
    const id = await fixture.sendGift(newEmail())
    await fixture.simulateTo(id, 'delivered')
    await testApp.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: note }))
    await testApp.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: `${note}!` }))
    await chat.post()
    const posted = [...slack.messages.values()].filter((body) =>
      JSON.stringify(body).includes('evil.example'),
    )
    assert.equal(posted.length, 1)
    const [quote] = posted[0].blocks.filter(({ type }: { type: string }) => type === 'rich_text')
    assert.deepEqual(quote.elements[0].elements, [{ type: 'text', text: note }])
    assert.ok(
      posted[0].blocks.every(
        ({ text }: { text?: { type: string } }) => text === undefined || text.type === 'plain_text',
      ),
    )
  })

  it('whose sender is not in the chat is dropped, and the connection stays healthy', async () => {
    const id = await fixture.sendGift(newEmail())
    await fixture.simulateTo(id, 'delivered')
    slack.users.delete(boss.id)
    await testApp.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: 'Thanks' }))
    await chat.post()
    const rows = await testApp.run((ctx) =>
      ctx.query<{ next_at: Date | null; encrypted_content: Buffer | null; last_error: string }>(
        'select next_at, encrypted_content, last_error from chat_apps.post where account_id = $1 and subject_id = $2',
        [ctx.account_id, id],
      ),
    )
    assert.deepEqual(rows, [
      {
        next_at: null,
        encrypted_content: null,
        last_error: 'users.lookupByEmail: users_not_found',
      },
    ])
    assert.equal((await chat.find()).failures, 0)
  })
})
