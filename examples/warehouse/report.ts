/**
 * Reports a scan of a parcel to Bestow. INBOX is the URL that `npx bestow orders inbox` prints.
 *
 * BESTOW_HTTP_CARRIER_SECRET=whsec_… INBOX=http://localhost:3000/carriers/http/… \
 *   node report.ts ORDER_ID in_transit EP123456789
 */
import { Webhook } from 'standardwebhooks'
import { openOrders } from './orders.ts'

const { BESTOW_HTTP_CARRIER_SECRET = '', DATABASE = 'orders.db', INBOX = '' } = process.env
const [order_id = '', state = '', tracking_number] = process.argv.slice(2)

const now = new Date()
const scan = { id: crypto.randomUUID(), state, occurred_at: now.toISOString() }
const body = JSON.stringify({
  order_id,
  scans: [scan],
  ...(tracking_number && { tracking_number, carrier_name: 'Example Post' }),
})
const response = await fetch(INBOX, {
  method: 'POST',
  body,
  headers: {
    'content-type': 'application/json',
    'webhook-id': scan.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(BESTOW_HTTP_CARRIER_SECRET).sign(scan.id, now, body),
  },
})
console.log(response.status, (await response.text()).trim())
if (response.ok) openOrders(DATABASE).setState(order_id, 'shipped')
else process.exitCode = 1
