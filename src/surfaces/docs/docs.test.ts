import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { refusals } from '#contract'
import { operations } from '#contract/operations'
import { docs } from './index.ts'

async function open(stage: 'staging' | 'production', path: string) {
  const app = fastify()
  await app.register(docs({ origin: 'https://gifts.example.com', stage }))
  const answer = await app.inject({ method: 'GET', url: path })
  await app.close()
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
}

it('shows every operation and every refusal', async () => {
  const { status, text } = await open('staging', '/docs')
  assert.equal(status, 200)
  for (const { id } of operations) assert.ok(text.includes(`id="${id}"`), id)
  for (const code of Object.keys(refusals)) assert.ok(text.includes(`<code>${code}</code>`), code)
})

it('links only to places that are there', async () => {
  const { text } = await open('staging', '/docs')
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  assert.ok(links.length > 50)
  assert.deepEqual(
    links.filter((id) => !ids.has(id)),
    [],
  )
})

it('asks nobody else for anything, and cannot be framed', async () => {
  const { text, headers } = await open('staging', '/docs')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /http|unsafe|\*/)
  assert.deepEqual(text.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g), null)
})

it('lets nobody try calls in production', async () => {
  assert.equal((await open('staging', '/docs/try.js')).status, 200)
  assert.equal((await open('production', '/docs/try.js')).status, 404)
  const { text, headers } = await open('production', '/docs')
  assert.doesNotMatch(text, /<script|class="try"|<input/)
  assert.doesNotMatch(String(headers['content-security-policy']), /script-src|connect-src/)
})

it('serves the document with the address of the instance', async () => {
  const { text } = await open('production', '/docs/openapi.json')
  const { servers, paths } = JSON.parse(text)
  assert.equal(servers[0].url, 'https://gifts.example.com/api')
  assert.equal(paths['/auth/token'].servers[0].url, 'https://gifts.example.com')
  assert.doesNotMatch(text, /localhost/)
})
