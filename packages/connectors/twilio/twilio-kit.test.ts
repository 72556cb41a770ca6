import { after } from 'node:test'
import { testConnector } from '#test/connector-kit'
import {
  refusedNumber,
  signTwilio,
  startFakeTwilio,
  stoppedNumber,
  twilioAccount,
  writeTwilio,
} from '#test/fake-twilio'
import { testTextSender } from '#test/text-sender-kit'
import { twilio } from './index.ts'
import { createTwilio, testTwilio } from './twilio.ts'

const service = await startFakeTwilio()
after(() => service.close())

testConnector(twilio)
testTextSender('Twilio', {
  open: (options) => createTwilio({ ...twilioAccount, ...options }),
  test: (options) => testTwilio({ ...twilioAccount, ...options }),
  service: {
    url: service.url,
    sent: service.sent,
    refused: refusedNumber,
    stopped: stoppedNumber,
  },
  secrets: [twilioAccount.token],
  inbox: { write: writeTwilio, sign: signTwilio },
})
