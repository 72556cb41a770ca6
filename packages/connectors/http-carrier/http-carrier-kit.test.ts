import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { testCarrier } from '#test/carrier-kit'
import { testConnector } from '#test/connector-kit'
import { startExampleWarehouse } from '#test/example-warehouse'
import { createHttpCarrier, testHttpCarrier } from './http-carrier.ts'
import { httpCarrier } from './index.ts'

const warehouse = await startExampleWarehouse()
after(() => warehouse.close())
const { url, secret } = warehouse

testConnector(httpCarrier)
testCarrier('a warehouse with an API', {
  open: (options) => createHttpCarrier({ ...options, secret }),
  test: (options) => testHttpCarrier({ ...options, secret }),
  service: { url, countParcels: () => warehouse.findOpenOrders().length },
  secrets: [secret],
  messages: {
    write: (order_id, scans) =>
      JSON.stringify({
        order_id,
        scans: scans.map(({ id, at }) => ({ id, state: 'in_transit', occurred_at: at })),
      }),
    sign(body) {
      const at = new Date()
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      }
    },
  },
})
