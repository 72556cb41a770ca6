/**
 * Stores a copy of all gifts in SQLite.
 *
 * BESTOW_WEBHOOK_SECRET=svc-whsec-… TOKEN=svc-v1-… BASE_URL=http://localhost:3000/api node server.ts
 */
import { createServer } from 'node:http'
import { Bestow, webhooks } from '@bestow/sdk'
import { catchUp } from './catch-up.ts'
import { openCrm } from './crm.ts'

const {
  BESTOW_WEBHOOK_SECRET = '',
  TOKEN = '',
  BASE_URL = '',
  DATABASE = 'crm.db',
  PORT,
} = process.env
const crm = openCrm(DATABASE)
const bestow = new Bestow({ baseUrl: BASE_URL, token: TOKEN })

// Without `seen`: the events table detects duplicates in the transaction of their effect.
const handler = webhooks.nodeHandler({
  secrets: BESTOW_WEBHOOK_SECRET.split(','),
  onEvent: (event) => crm.apply(event),
})

createServer(handler).listen(Number(PORT ?? 4000), '127.0.0.1', () => console.log('listening'))
console.log(`caught up with ${await catchUp(bestow, crm)} events`)
