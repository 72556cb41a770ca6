import { after } from 'node:test'
import { testConnector } from '#test/connector-kit'
import { testTextSender } from '#test/text-sender-kit'
import { createExampleText, testExampleText } from './example-text.ts'
import {
  refusedNumber,
  signReport,
  startFakeService,
  stoppedNumber,
  writeReport,
} from './fake-service.ts'
import { exampleText } from './index.ts'

const token = 'a token of the test'
const webhook_secret = 'a secret of the test'
const account = { token, webhook_secret, from: '+15005550006' }
const service = await startFakeService(token)
after(() => service.close())

testConnector(exampleText)
testTextSender('Example Text', {
  open: (options) => createExampleText({ ...options, ...account }),
  test: (options) => testExampleText({ ...options, ...account }),
  service: {
    url: service.url,
    sent: service.sent,
    refused: refusedNumber,
    stopped: stoppedNumber,
  },
  secrets: [token, webhook_secret],
  inbox: { write: writeReport, sign: (url, body) => signReport(url, body, webhook_secret) },
})
