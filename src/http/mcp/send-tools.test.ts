import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { giftBody } from '#test/api-harness'
import { createCharity } from '#test/donation-fixture'
import { callTool, createMcpTestApp } from '#test/mcp-harness'

const { testApp, connectClient, createToken, giftContent } = await createMcpTestApp()
const countGifts = async () => (await testApp.api.get('/gift_requests?limit=100')).json.data.length
const reader = await connectClient(testApp.token)
const sender = await connectClient((await createToken(1000)).token)

describe('sending', () => {
  it('requires a preview and a confirmation', async () => {
    const gifts = giftContent(2)
    const before = await countGifts()
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    assert.equal(shown.gifts, 2)
    assert.deepEqual(shown.recipients, gifts.recipients)
    assert.ok(shown.message.subject)
    assert.equal(await countGifts(), before, 'the preview sends nothing')
    const { confirmation_code } = shown
    const { content: result, isError } = await callTool(sender, 'confirm_gift', {
      ...gifts,
      confirmation_code,
    })
    assert.equal(isError, false, JSON.stringify(result))
    assert.equal(result.sent.length, 2)
    assert.equal(await countGifts(), before + 2)
    const { json } = await testApp.api.get(`/gift_requests/${result.sent[1].id}`)
    assert.equal(json.recipient.email, gifts.recipients[1]?.email)
  })

  it('describes the number of choices, and rejects a code after it changes', async () => {
    const gifts = { ...giftContent(), campaign_id: testApp.campaign('gift_link').id }
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    assert.match(shown.campaign.recipient_gets, /^one to 2 of the items/)
    const { content: found } = await callTool(reader, 'find_campaigns')
    const { recipient_gets } = found.campaigns.find(
      ({ id }: { id: string }) => id === gifts.campaign_id,
    )
    assert.equal(recipient_gets, shown.campaign.recipient_gets)
    const setMaxChoices = (count: number) =>
      testApp.run((ctx) =>
        ctx.query(
          'update campaigns.campaign set max_choices = $3 where account_id = $1 and id = $2',
          [ctx.account_id, gifts.campaign_id, count],
        ),
      )
    await setMaxChoices(3)
    const { confirmation_code } = shown
    const { isError } = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(isError, true)
    await setMaxChoices(2)
  })

  it('rejects a code for any other content', async () => {
    const gifts = giftContent()
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    const { confirmation_code } = shown
    const before = await countGifts()
    const changed = [
      giftContent(),
      { ...gifts, recipients: [...gifts.recipients, ...giftContent().recipients] },
      { ...gifts, campaign_id: testApp.campaign('gift_link').id },
      { ...gifts, email_message: { subject: 'Other', body: 'words' } },
      { ...gifts, send_at: '2099-01-01T00:00:00Z' },
    ]
    for (const other of changed) {
      const { isError, code } = await callTool(sender, 'confirm_gift', {
        ...other,
        confirmation_code,
      })
      assert.deepEqual([isError, code], [true, 'not_allowed'])
    }
    assert.equal(await countGifts(), before)
    const [recipient] = gifts.recipients
    const { first_name, last_name, email } = recipient ?? {
      first_name: '',
      last_name: '',
      email: '',
    }
    const recipients = [{ email, last_name, first_name }]
    const reordered = { recipients, campaign_id: gifts.campaign_id }
    const { isError } = await callTool(sender, 'confirm_gift', { ...reordered, confirmation_code })
    assert.equal(isError, false, 'the order of members is not content')
  })

  it('rejects a code if the campaign has changed since the preview', async () => {
    const gifts = giftContent()
    const { user } = await testApp.run((ctx) =>
      accounts.createUser(ctx, { email: 'new.sender@example.com', role: 'sender' }),
    )
    const changes: [part: string, sql: string][] = [
      ['sender', `update campaigns.campaign set sender_id = '${user.id}' where id = $1`],
      [
        'message',
        `update campaigns.campaign set email_message = '{"subject":"Not shown","body":"Not in the preview."}' where id = $1`,
      ],
      [
        'page',
        `update campaigns.campaign set theme = jsonb_set(theme::jsonb, '{headline}', '"Not shown"') where id = $1`,
      ],
      [
        'campaign',
        `update campaigns.campaign set expires_after_days = expires_after_days + 1 where id = $1`,
      ],
      [
        'items',
        `update catalogue.product set name = name || ' (new)' where id in (select v.product_id from catalogue.variant v
         join campaigns.campaign_variant c on c.variant_id = v.id where c.campaign_id = $1)`,
      ],
      [
        'items',
        'delete from campaigns.campaign_variant where campaign_id = $1 and variant_id = (select min(variant_id::text)::uuid from campaigns.campaign_variant where campaign_id = $1)',
      ],
    ]
    for (const [part, change] of changes) {
      const { content: shown } = await callTool(sender, 'preview_gift', gifts)
      const { confirmation_code } = shown
      await testApp.run((ctx) => ctx.query(change, [gifts.campaign_id]))
      const before = await countGifts()
      const rejected = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
      assert.equal(rejected.code, 'not_allowed', change)
      assert.ok(
        rejected.message.startsWith(`Changed since the preview: ${part}.`),
        rejected.message,
      )
      assert.equal(await countGifts(), before)
      const { new_preview } = rejected.content
      assert.notDeepEqual(new_preview[part], shown[part])
      assert.ok(new_preview.confirmation_code)
    }
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    assert.equal(shown.message.subject, 'Not shown')
    const { confirmation_code } = shown
    const { isError } = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(isError, false)
  })

  it('covers the amounts of donations', async () => {
    const { campaign_id } = await createCharity(testApp)
    const gifts = { ...giftContent(), campaign_id }
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    const { amount } = shown.items[0].donation
    await testApp.run((ctx) =>
      ctx.query(
        `update catalogue.variant set donation_amount_minor = donation_amount_minor + 1
          where account_id = $1 and id = $2`,
        [ctx.account_id, shown.items[0].variant_id],
      ),
    )
    const { confirmation_code } = shown
    const { content } = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.match(content.errors[0].message, /^Changed since the preview: items\./)
    assert.equal(content.new_preview.items[0].donation.amount, amount + 1)
  })

  it('warns about recipients for whose country the campaign has nothing', async () => {
    const setDestinations = (destinations: readonly string[]) =>
      testApp.run((ctx) =>
        ctx.query(
          `update catalogue.product set destination_mode = $3, destinations = $4
            where account_id = $1 and id in (select v.product_id from catalogue.variant v
              join campaigns.campaign_variant c on c.variant_id = v.id where c.campaign_id = $2)`,
          [
            ctx.account_id,
            testApp.campaign('email').id,
            destinations.length === 0 ? 'all' : 'allow',
            destinations,
          ],
        ),
      )
    const [known, unknown, elsewhere] = giftContent(3).recipients
    const gifts = {
      ...giftContent(),
      recipients: [{ ...known, country: 'de' }, unknown, { ...elsewhere, country: 'US' }],
    }
    const warningsOf = async () => (await callTool(sender, 'preview_gift', gifts)).content.warnings
    assert.deepEqual(await warningsOf(), [])
    await setDestinations(['US-CA'])
    const expected = `No item of this campaign may be sent to Germany: ${known?.email} can choose nothing.`
    assert.deepEqual(await warningsOf(), [expected], 'California is in the US')
    const { json } = await testApp.api.post(
      '/gift_requests',
      giftBody(testApp, { recipient: unknown }),
    )
    await testApp.run((ctx) =>
      ctx.query(
        `update gifting.gift_request set country = 'DE' where account_id = $1 and id = $2`,
        [ctx.account_id, json.id],
      ),
    )
    assert.match((await warningsOf()).join(), new RegExp(`${known?.email}, ${unknown?.email} can`))
    await setDestinations([])
    assert.doesNotMatch((await warningsOf()).join(), /No item/)
  })

  it('succeeds once for each code, also with two concurrent confirmations', async () => {
    const gifts = giftContent()
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    const { confirmation_code } = shown
    const before = await countGifts()
    const both = await Promise.all(
      [0, 1].map(() => callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })),
    )
    assert.deepEqual(both.map(({ isError }) => isError).sort(), [false, true])
    const replay = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(replay.code, 'not_allowed')
    assert.match(replay.message, /was used at/)
    assert.equal(await countGifts(), before + 1)
  })

  it('requires a code of the same token', async () => {
    const gifts = giftContent()
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    const other = await connectClient((await createToken(10)).token)
    const { confirmation_code } = shown
    assert.equal(
      (await callTool(other, 'confirm_gift', { ...gifts, confirmation_code })).isError,
      true,
    )
    const { code } = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code: 'AAAA' })
    assert.equal(code, 'not_allowed')
  })

  it('requires the permission at the time of confirmation', async () => {
    const gifts = giftContent()
    const { content: shown } = await callTool(reader, 'preview_gift', gifts)
    assert.deepEqual([shown.may_send, shown.confirmation_code], [false, null])
    const { id, token } = await createToken(10)
    const client = await connectClient(token)
    const { content: seen } = await callTool(client, 'preview_gift', gifts)
    await testApp.run((ctx) => apiKeys.revokeAgentAccess(ctx, id))
    const { confirmation_code } = seen
    const { code } = await callTool(client, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(code, 'forbidden')
  })

  it('reports all errors at once', async () => {
    const gifts = { ...giftContent(2), campaign_id: crypto.randomUUID() }
    const { isError, content: result } = await callTool(sender, 'preview_gift', gifts)
    assert.equal(isError, true)
    assert.equal(result.errors.length, 2)
    const twice = giftContent()
    const { content: rejected } = await callTool(sender, 'preview_gift', {
      ...twice,
      recipients: [...twice.recipients, ...twice.recipients],
    })
    assert.equal(rejected.errors[0].param, 'recipients.1.email')
  })

  it('warns about a recipient who recently got a gift of the campaign', async () => {
    const gifts = giftContent()
    const { content: first } = await callTool(sender, 'preview_gift', gifts)
    assert.deepEqual(first.warnings, [])
    const { confirmation_code } = first
    await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    const { content: second } = await callTool(sender, 'preview_gift', gifts)
    assert.match(second.warnings[0], /got GR-/)
  })

  it('stops at the daily limit, counted over all tokens of the account', async () => {
    const { account, token: readOnly } = await testApp.createOtherAccount()
    const list = await callTool(await connectClient(readOnly), 'find_campaigns', {
      invitation_method: 'email',
    })
    const campaign_id = list.content.campaigns[0].id
    const [one, other] = [await createToken(3, account.id), await createToken(3, account.id)]
    const clients = [await connectClient(one.token), await connectClient(other.token)] as const
    const send = async (client: Client, count: number) => {
      const gifts = { ...giftContent(count), campaign_id }
      const { content: shown } = await callTool(client, 'preview_gift', gifts)
      const { confirmation_code } = shown
      return callTool(client, 'confirm_gift', { ...gifts, confirmation_code })
    }
    assert.equal((await send(clients[0], 2)).isError, false)
    const { code, message } = await send(clients[1], 2)
    assert.equal(code, 'forbidden')
    assert.match(message, /1 are left/)
    assert.equal((await send(clients[1], 1)).isError, false)
    assert.equal((await send(clients[0], 1)).code, 'forbidden')
    await testApp.advanceTime(24 * 60 * 60 * 1000 + 1000)
    assert.equal((await send(clients[0], 1)).isError, false, 'a day later')
  })

  it('rejects a code that is older than five minutes', async () => {
    const gifts = giftContent()
    const { content: shown } = await callTool(sender, 'preview_gift', gifts)
    await testApp.advanceTime(5 * 60 * 1000 + 1000)
    const { confirmation_code } = shown
    const { message } = await callTool(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.match(message, /has expired/)
  })
})
