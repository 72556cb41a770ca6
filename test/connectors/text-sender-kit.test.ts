import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startFakeTwilio } from '#test/fake-twilio'
import { failsTextCheck, testTextSender } from '#test/text-sender-kit'
import { createToyTextSubject, type TextDefect, textDefects } from './toy-text-sender.ts'

/* The conformance kit passes a correct sender, and finds each defect that is planted into it. */

const service = await startFakeTwilio()
after(() => service.close())

testTextSender('a correct sender', createToyTextSubject(service))

for (const defect of Object.keys(textDefects) as TextDefect[])
  it(`finds a sender that ${defect}`, async () => {
    assert.ok(await failsTextCheck(createToyTextSubject(service, defect), textDefects[defect]))
  })
