/**
 * Serves the web app: one page for every path of the app, and its asset files. The content of an asset file
 * never changes under the same name. The build writes the app into packages/web/dist before the start.
 */

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openerPolicy } from '#platform/lib/opener-policy'
import { projectPath } from '#platform/lib/project-files'
import { frequentRoute } from '#platform/observability/request-logger'
import { appPaths } from './app-paths.ts'
import { notBuilt } from './not-built.ts'

const dist = projectPath('packages/web/dist')
const yearMs = 365 * 24 * 60 * 60 * 1000

export { appPaths } from './app-paths.ts'

/** Sends the app if a browser requests an unknown URL. The app then shows that the page was not found. */
export function pageNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply | undefined {
  const { method, headers } = request
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true
  return isPage ? sendApp(reply.code(404), readPage(), origin) : undefined
}

const readPage = () =>
  existsSync(`${dist}/index.html`) ? readFileSync(`${dist}/index.html`, 'utf8') : notBuilt

export async function web(app: FastifyInstance, { origin }: { origin: string }): Promise<void> {
  const isBuilt = existsSync(`${dist}/index.html`)
  if (!isBuilt)
    app.log.warn(
      'The web app is missing or cannot be read: its addresses show a note. Build it with `node scripts/run.js scripts/web.ts`, and let this user read packages/web/dist.',
    )
  const page = readPage()
  const show = (_request: unknown, reply: FastifyReply) => sendApp(reply, page, origin)
  app.get('/', show)
  app.get('/favicon.ico', frequentRoute, (_request, reply) =>
    reply.redirect('/assets/icon.svg', 302),
  )
  await app.register(formResponses(page, origin))
  for (const path of appPaths) {
    app.get(`/${path}`, show)
    app.get(`/${path}/*`, show)
  }
  if (!isBuilt) return
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, ...frequentRoute.config } // the plugin has no option for it
  })
  await app.register(files, {
    root: `${dist}/assets`,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    decorateReply: false,
    setHeaders(reply, path) {
      const isNamedByContent = /-[\w-]{8}\.\w+(\.br|\.gz)?$/.test(path)
      reply.header('x-content-type-options', 'nosniff')
      reply.header(
        'cache-control',
        isNamedByContent ? `public, max-age=${yearMs / 1000}, immutable` : 'public, max-age=3600',
      )
    },
  })
}

/** The largest response of an identity provider that arrives as a form: 256 KiB, encoded. */
const maxFormBytes = 400_000

/**
 * Accepts responses of identity providers as forms from their pages, and passes them to the page of the web app in an element
 * of its head. The cookies of the browser come only with the next request, which the page sends.
 */
const formResponses = (page: string, origin: string) => async (app: FastifyInstance) => {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  )
  app.post<{ Body: string }>('/single-sign-on/:path_id', (request, reply) => {
    // The characters of an encoded form need no other encoding in an attribute than that of `&`.
    const form = /^[\w.%+*=&-]*$/.test(request.body ?? '') ? (request.body ?? '') : ''
    const element = `<meta name="form-response" content="${form.replaceAll('&', '&amp;')}">`
    return sendApp(
      reply,
      page.replace('</head>', () => `${element}</head>`),
      origin,
    )
  })
}

/**
 * Sends the page of the web app with its policy. Scripts come only from this origin and are never inline. The
 * component library adds a few style elements. They have a nonce that is valid for one page load.
 */
function sendApp(reply: FastifyReply, page: string, origin: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' data: https:`,
    `media-src 'self'`,
    `font-src 'self'`,
    `frame-src 'self' blob:`, // the web app shows previews of emails and pages, and documents to print, in frames
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      ...openerPolicy(origin),
    })
    .send(page.replaceAll('%NONCE%', nonce))
}
