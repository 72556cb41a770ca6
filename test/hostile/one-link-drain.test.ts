import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as oneLinks from '#one-links'

import { inTransaction, isUnavailable, openDatabase } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { confirmationToken } from '#test/claim-fixture'
import { sizeOfRun } from '#test/run-size'

/*
 * The test of an attack on a one-link of 100 gifts. The attacker types 5,000 invented addresses
 * (1,000 in the short form) from 50 networks, through two processes. A real person in a separate
 * network still gets a gift at once.
 */

const app = await createTestApp()
const places = 100
const networks = 50
const claimsPerNetwork = sizeOfRun(100, 20)

const claim = async (
  db: typeof app.db,
  id: string,
  email: string,
  network: string,
): Promise<string> => {
  try {
    const claimant = { first_name: 'Ada', last_name: 'Larkin', email }
    const result = await inTransaction(db, app.account.id, (ctx) =>
      oneLinks.claim(ctx, id, claimant, { network }),
    )
    return result?.outcome ?? 'none'
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return claim(db, id, email, network)
  }
}

const count = (id: string) =>
  app.run(async (ctx) => {
    const link = await oneLinks.find(ctx, id)
    assert.ok(link !== undefined)
    return { ...link, ...(await oneLinks.countClaims(ctx, id)) }
  })

it('a real person gets a gift during an attack with invented addresses, and no gift is lost', async () => {
  const other = openDatabase({
    url: app.url,
    clock: app.db.clock,
    deployment: app.deployment,
    maxConnections: 4,
    name: 'second process',
  })
  app.closeCallbacks.push(() => other.pool.end())
  const { id } = await app.run((ctx) =>
    oneLinks.create(ctx, { campaign_id: app.campaign('one_link').id, quantity: places }),
  )
  const attack = async (network: number) => {
    const outcomes: string[] = []
    for (let n = 0; n < claimsPerNetwork; n++)
      outcomes.push(
        await claim(
          (n + network) % 2 === 0 ? app.db : other,
          id,
          `invented-${network}-${n}@victim${n % 7}.example`,
          `198.51.100.${network}`,
        ),
      )
    return outcomes
  }
  const attacks = Array.from({ length: networks }, (_, network) => attack(network))
  await Promise.all(attacks.slice(0, 10))
  const during = await claim(app.db, id, 'real@example.com', '2001:db8:7::/64')
  assert.equal(during, 'mailed', 'a place at once, while the attack goes on')
  const token = await confirmationToken(app, 'real@example.com')
  const confirmed = await app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))
  assert.equal(confirmed.status, 'claimed')
  const outcomes = (await Promise.all(attacks)).flat()
  assert.equal(outcomes.length, networks * claimsPerNetwork)
  assert.equal(outcomes.filter((each) => each === 'claimed').length, 0)

  const after = await count(id)
  assert.equal(after.claimed, 1, 'no place is taken for good, except the real one')
  assert.ok(after.reserved <= places - 1, 'never more holds than places')
  const shares = await app.run((ctx) =>
    ctx.query<{ places: number }>(
      `select count(*)::int as places from gifting.one_link_claim
        where one_link_id = $1 and has_place group by network_digest`,
      [id],
    ),
  )
  assert.ok(Math.max(...shares.map((share) => share.places)) <= 4, 'networks share the places')

  const second = await claim(app.db, id, 'second@example.com', '2001:db8:8::/64')
  const emails = await app.run((ctx) =>
    ctx.query<{ max: number }>(
      `select max(n)::int as max from (
         select count(*) as n from mail.message where kind in ('claim_link', 'waiting_list_link') group by to_digest) m`,
    ),
  )
  assert.ok((emails[0]?.max ?? 0) <= 3)
  await app.advanceTime(31 * 60_000)
  const lapsed = await count(id)
  assert.deepEqual(
    [lapsed.reserved, lapsed.unconfirmed, lapsed.listed, lapsed.unclaimed],
    [0, 0, 0, places - 1],
    `after half an hour nothing of the attack remains (${second})`,
  )
  assert.equal(await claim(app.db, id, 'third@example.com', '2001:db8:9::/64'), 'mailed')
})

it('rows of an attack are bounded and deleted after two days', async () => {
  const rows = async () =>
    (await app.run((ctx) => ctx.query('select 1 from gifting.claim_count'), '*')).length
  assert.ok((await rows()) > 0)
  await app.advanceTime(3 * 24 * 3_600_000)
  while ((await app.run((ctx) => oneLinks.purgeClaimCounts(ctx), '*')) > 0);
  assert.equal(await rows(), 0)
  const keys = await app.run((ctx) => ctx.query('select 1 from gifting.claim_digest_key'), '*')
  assert.equal(keys.length, 0)
})
