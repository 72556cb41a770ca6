import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import { createApiClient } from '#test/api-client'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture } from '#test/catalogue-fixture'

const app = await createTestApp()

it('an API token of a team sends for the team, and others send every campaign', async () => {
  const { campaign_id } = await createCatalogueFixture(app, [{ name: 'Cup', stock: { Cup: 50 } }])
  const [team, other] = await app.run((ctx) =>
    Promise.all(['Sales', 'Support'].map((name) => accounts.createTeam(ctx, { name }))),
  )
  await app.run((ctx) =>
    campaigns.patch(ctx, campaign_id, () => ({ team_ids: [team?.id ?? assert.fail()] })),
  )
  const body = { campaign_id, recipient: { first_name: 'Ada', last_name: 'Low', email: 'a@b.co' } }
  const send = async (team_id: string | undefined) => {
    const { token } = await app.run((ctx) =>
      apiKeys.createToken(ctx, team_id === undefined ? {} : { team_id }),
    )
    const { status, json } = await createApiClient(app.app, token).post('/gift_requests', body)
    const found = await app.run((ctx) =>
      ctx.query<{ team_id: string | null }>(
        'select team_id from gifting.gift_request where account_id = $1 and id::text = $2',
        [ctx.account_id, json.id ?? ''],
      ),
    )
    return [status, found[0]?.team_id]
  }
  assert.deepEqual(await send(team?.id), [201, team?.id])
  assert.deepEqual(await send(other?.id), [422, undefined])
  assert.deepEqual(await send(undefined), [201, null])
})
