/*
 * What an integrator does first with the client library: send a gift, and verify a webhook. It runs with the installed
 * package on each supported runtime, and its types are checked there.
 */
import { Bestow, packageVersion, ValidationError } from '@bestow/sdk'
import { listChecks } from '@bestow/sdk/prove'
import { signedDelivery } from '@bestow/sdk/testing'
import { constructEvent, fetchHandler } from '@bestow/sdk/webhooks'

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`This is not true: ${what}`)
}

const bestow = new Bestow() // reads BESTOW_API_URL and BESTOW_API_TOKEN
const [campaign] = (await bestow.campaigns.list({ state: 'available' })).data
check(campaign !== undefined, 'the account has a campaign')
const gift = await bestow.giftRequests.create({
  campaign_id: campaign?.id ?? '',
  recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
})
check((await bestow.giftRequests.get(gift.id)).status === gift.status, 'the gift can be read')
const error = await bestow.giftRequests
  .create({ campaign_id: '', recipient: { first_name: '', last_name: '', email: 'ada' } })
  .catch((reason: unknown) => reason)
check(error instanceof ValidationError && error.errors.length > 1, 'all problems are in one error')

const secret = `svc-whsec-${'a'.repeat(43)}`
const delivery = await signedDelivery({ secret, type: 'gift_request_redeemed' })
const event = await constructEvent(delivery.body, delivery.headers, { secrets: secret })
check(event.type === 'gift_request_redeemed', 'the webhook is verified')
const types: string[] = []
const handler = fetchHandler({ secrets: secret, onEvent: ({ type }) => void types.push(type) })
const answer = await handler(new Request('http://localhost/webhooks', delivery))
check(answer.ok && types.length === 1, 'the receiver takes the webhook')
check(listChecks().length > 10, 'the attacks on a receiver are listed')
console.log(packageVersion)
