import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { it } from 'node:test'
import { extractBlocks, findBlock } from '#scripts/docs/code-blocks'
import { root } from '#scripts/steps'
import { createSdkTestApp } from '#test/sdk-harness'

/* The code of docs/hubspot.md, run with the event that HubSpot gives to a custom code action. */

const testApp = await createSdkTestApp()

interface WorkflowEvent {
  callbackId: string
  inputFields: Record<string, string | null>
}

type Output = { outputFields: { gift_id: string } }

/** Runs the action as HubSpot does. Rejects if the code throws. */
async function runAction({ callbackId, inputFields }: WorkflowEvent, token = testApp.token) {
  const path = 'docs/hubspot.md'
  const blocks = extractBlocks(path, readFileSync(join(root, path), 'utf8'))
  const code = findBlock(blocks, 'js')
    .replace('https://gifts.example.com', testApp.origin)
    .replace(/campaign_id = '[^']+'/, `campaign_id = '${testApp.campaign('email').id}'`)
  const exported: { main?: (event: object, callback: (output: Output) => void) => Promise<void> } =
    {}
  new Function('require', 'exports', 'process', code)(createRequire(import.meta.url), exported, {
    env: { GIFT_TOKEN: token },
  })
  let output: Output | undefined
  const event = {
    origin: { portalId: 1, actionDefinitionId: 2, actionDefinitionVersion: 1 },
    object: { objectType: 'CONTACT', objectId: 4 },
    ...{ inputFields, callbackId },
  }
  await exported.main?.(event, (result) => {
    output = result
  })
  return output?.outputFields.gift_id ?? assert.fail('no output')
}

const inputFields = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Larkin' }
const countGifts = async () =>
  (
    await testApp.bestow.giftRequests
      .list({ metadata: { hubspot_contact: '4' } })
      .toArray({ limit: 50 })
  ).length

it('sends one gift for an execution, also when HubSpot repeats it or runs it twice at once', async () => {
  const event = { callbackId: 'ap-123-456-7-8', inputFields }
  const first = await runAction(event)
  assert.equal(await runAction(event), first)
  const both = { ...event, callbackId: 'ap-123-457-7-8' }
  const [one, two] = await Promise.all([runAction(both), runAction(both)])
  assert.equal(one, two)
  assert.notEqual(one, first)
  assert.equal(await countGifts(), 2)
})

it('fails with the field of the contact that is missing, and with a refused token', async () => {
  const event = { callbackId: 'ap-1-2-3-4', inputFields: { ...inputFields, email: null } }
  await assert.rejects(runAction(event), /recipient\.email/)
  await assert.rejects(runAction({ ...event, inputFields }, 'wrong'), /401/)
})
