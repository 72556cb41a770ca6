/**
 * The reference of the API, made from the checked-in OpenAPI document: `{origin}/docs`, and the
 * document itself at `{origin}/docs/openapi.json`. In staging, calls can be tried on the page.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { newestVersion, refusals } from '#contract'
import type { Installation } from '#platform/installation'
import { readDocument } from './document.ts'
import { look } from './look.ts'
import { referencePage } from './page.ts'

const script = readFileSync(new URL('./try.js', import.meta.url), 'utf8')
const styleHash = createHash('sha256').update(look).digest('base64')

export function docs(installation: Pick<Installation, 'origin' | 'stage'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const canTry = installation.stage === 'staging'
    let made: { page: string; document: string } | undefined
    const make = () => {
      const document = readDocument(newestVersion, installation.origin)
      const page = referencePage(document, { canTry, stage: installation.stage, refusals: table })
      made ??= { page, document: JSON.stringify(document, null, 2) }
      return made
    }
    app.get('/docs', (_request, reply) => {
      const text = (made ?? make()).page
      return plainly(reply, 'text/html; charset=utf-8')
        .header('content-security-policy', policy(canTry))
        .send(text)
    })
    app.get('/docs/openapi.json', (_request, reply) =>
      plainly(reply, 'application/json').send((made ?? make()).document),
    )
    if (canTry)
      app.get('/docs/try.js', (_request, reply) =>
        plainly(reply, 'text/javascript; charset=utf-8').send(script),
      )
  }
}

const table = Object.entries(refusals).map(([code, [status, type, message]]) => ({
  code,
  status,
  type,
  message,
}))

const plainly = (reply: FastifyReply, type: string) =>
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })

/** Our own style, our own script where calls can be tried, calls to ourselves, and nothing else. */
const policy = (canTry: boolean) =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    ...(canTry ? [`script-src 'self'`, `connect-src 'self'`] : []),
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
