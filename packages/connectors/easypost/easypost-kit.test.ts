import { after } from 'node:test'
import { testCarrier } from '#test/carrier-kit'
import { testConnector } from '#test/connector-kit'
import { signMessage, startFakeEasyPost, trackerUpdated } from '#test/fake-easypost'
import { createEasyPost, type EasyPostOptions, testEasyPost } from './easypost.ts'
import { easypost } from './index.ts'

const service = await startFakeEasyPost()
after(() => service.close())

const api_key = 'EZTK_a_secret_key'
const webhook_secret = 'a secret of sixteen letters'
const toOptions = (options: Pick<EasyPostOptions, 'url' | 'outbound' | 'timeoutMs'>) => ({
  ...{ api_key, webhook_secret, from: 'adr_home', ounces: 16 },
  ...options,
})

testConnector(easypost)
testCarrier('EasyPost', {
  open: (options) => createEasyPost(toOptions(options)),
  test: (options) => testEasyPost(toOptions(options)),
  service: { url: service.url, countParcels: service.boughtCount },
  secrets: [api_key, webhook_secret],
  messages: {
    write: (carrier_ref, scans) =>
      trackerUpdated(
        carrier_ref,
        scans.map(({ at }) => ({ status: 'in_transit', datetime: at })),
      ),
    sign: (body) => signMessage(body, webhook_secret),
  },
})
