import { after } from 'node:test'
import { testCarrier } from '#test/carrier-kit'
import { testConnector } from '#test/connector-kit'
import { createExamplePost, testExamplePost } from './example-post.ts'
import { signEvent, startFakeService } from './fake-service.ts'
import { examplePost } from './index.ts'

const token = 'a token of the test'
const webhook_secret = 'a secret of the test'
const service = await startFakeService(token)
after(() => service.close())

testConnector(examplePost)
testCarrier('Example Post', {
  open: (options) => createExamplePost({ ...options, token, webhook_secret }),
  test: (options) => testExamplePost({ ...options, token, webhook_secret }),
  service: { url: service.url, countParcels: service.countParcels },
  secrets: [token, webhook_secret],
  messages: {
    write: (parcel_id, scans) => JSON.stringify({ parcel_id, scans }),
    sign: (body) => signEvent(body, webhook_secret),
  },
})
