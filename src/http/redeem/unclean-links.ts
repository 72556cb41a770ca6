import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  layoutFor,
  localizerFor,
  type PageDeps,
  type PageRequest,
  parseRequest,
} from './context.ts'
import { recordMiss } from './error-handler.ts'
import { sendPage } from './pages/layout.ts'
import { notFoundPage } from './pages/status-pages.ts'

/*
 * Links that were changed by accident. Chats and mail programs include the punctuation of a sentence in a
 * link, or break the link. People also copy only a part of a link. Codes consist of letters and digits only,
 * so this module can find the code in such a link.
 */

const maxCodeLength = 64

export const isCode = (text: string): boolean =>
  text.length <= maxCodeLength && /^[0-9A-Za-z]+$/.test(text)

/**
 * Returns the base64url token at the start of a value in an emailed link. Punctuation after the token is
 * ignored.
 */
export const parseLinkToken = (text: unknown): string =>
  typeof text === 'string' ? (/^\s*([\w-]{1,500})/.exec(text)?.[1] ?? '') : ''

/**
 * Returns the codes that a text can contain: its first part, its longest part, and all parts joined together.
 */
function findCodes(text: string): string[] {
  const parts = text.match(/[0-9A-Za-z]+/g) ?? []
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return [...new Set([parts[0] ?? '', longest, parts.join('')])].filter(isCode)
}

/**
 * Responds to a link that has no valid code. If the link contains a valid code, the function redirects to the
 * code. Otherwise it counts a wrong code and shows that the gift is unknown. A form never comes from such a
 * link.
 */
export async function replyToWrongLink(
  deps: PageDeps,
  pageRequest: PageRequest,
  exists: (code: string) => Promise<boolean>,
): Promise<FastifyReply> {
  const { request, reply, code, root } = pageRequest
  if (request.method !== 'POST' && !isCode(code))
    for (const clean of findCodes(code))
      if (await exists(clean)) return redirectTo(reply, `${root.slice(0, 3)}${clean}`, request)
  await recordMiss(deps, request.ip)
  const layout = layoutFor(deps, localizerFor(deps, pageRequest), undefined, {
    kind: 'link',
    to: (language) => pageRequest.urls.inLanguage(language),
  })
  return sendPage(reply, layout, notFoundPage(layout.localizer))
}

const redirectTo = (reply: FastifyReply, path: string, { url }: FastifyRequest): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${path}${/\?.*$/s.exec(url)?.[0] ?? ''}`, 302)

type Request = FastifyRequest<{ Params: { '*'?: string } }>

/**
 * Registers the routes of addresses that are almost links: without a code, with a code that is too long, and
 * in upper case.
 */
export function uncleanLinkRoutes(app: FastifyInstance, deps: PageDeps): void {
  const showNotFound = (request: Request, reply: FastifyReply) => {
    const params = { code: '' }
    const pageRequest = parseRequest(Object.assign(request, { params }), reply, '/r')
    return replyToWrongLink(deps, pageRequest, async () => false)
  }
  for (const root of ['/r', '/l']) {
    app.get(root, showNotFound)
    app.get(`${root}/*`, showNotFound)
    const upper = root.toUpperCase()
    app.get(upper, showNotFound)
    app.get(`${upper}/*`, async (request: Request, reply) =>
      redirectTo(reply, `${root}${request.url.slice(2).replace(/\?.*$/s, '')}`, request),
    )
  }
}
