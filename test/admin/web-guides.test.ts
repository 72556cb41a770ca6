import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createServer } from '#app/http-server'
import { docs } from '#http/docs'
import { createLog } from '#platform/observability/log'
import { guides } from '#web-src/components/feedback/guides'

const app = createServer(createLog({ level: 'silent' }))
await app.register(docs({ origin: 'https://gifts.example', stage: 'staging' }))
after(() => app.close())

const links: readonly { path: string; heading: string }[] = Object.values(guides)

for (const { path, heading } of links)
  it(`empty lists link to “${heading}”, /docs/${path}`, async () => {
    const [page, anchor] = path.split('#')
    const { statusCode, body } = await app.inject({ url: `/docs/${page}` })
    assert.equal(statusCode, 200)
    const shown =
      anchor === undefined
        ? /<title>([^<]*)/.exec(body)?.[1]
        : new RegExp(`<h[23] id="${anchor}"[^>]*>(.*?)</h[23]>`, 's').exec(body)?.[1]
    assert.ok(shown?.includes(heading), shown ?? 'there is no such heading')
  })
