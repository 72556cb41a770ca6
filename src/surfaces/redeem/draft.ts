import type { FastifyReply } from 'fastify'
import type { Deployment } from '#platform/installation'
import { addressFrom, problemsIn, type Typed } from './address.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { type Call, goTo } from './desk.ts'
import type { GiftCall } from './gift-call.ts'

/*
 * What a recipient typed and has not confirmed yet (decision 101). It is encrypted and stays with the browser for an
 * hour: in a cookie, or in the address of the page where the browser returns no cookies. The server stores nothing.
 */

const lifetimeMs = 60 * 60 * 1000
/** Browsers drop cookies of more than 4,096 bytes. */
const maxCookieLength = 3_500

export interface Draft {
  typed: Typed
  token: string
  isInUrl: boolean
}

const contextOf = (code: string) => `redeem.draft ${code}`

/** The draft that the request carries; undefined when there is none, or it has expired. */
export function readDraft(
  installation: Deployment,
  call: Pick<Call, 'request' | 'reply' | 'root' | 'code'>,
  now: Date,
): Draft | undefined {
  const { d } = (call.request.query ?? {}) as { d?: unknown }
  const inCookie = decrypt(installation, call.code, readCookie(call, 'draft'), now)
  if (inCookie !== undefined) return { ...inCookie, isInUrl: false }
  const inUrl = decrypt(installation, call.code, d, now)
  return inUrl === undefined ? undefined : { ...inUrl, isInUrl: true }
}

function decrypt({ cipher: sealer }: Deployment, code: string, token: unknown, now: Date) {
  if (typeof token !== 'string' || token === '') return undefined
  try {
    const { typed, expires_at } = JSON.parse(
      sealer.decrypt(Buffer.from(token, 'base64url'), contextOf(code)),
    ) as { typed: Typed; expires_at: number }
    return expires_at > now.getTime() ? { typed, token } : undefined
  } catch {
    return undefined
  }
}

/**
 * Saves what was typed and redirects (303) to a page of the gift, so that Back and Reload show pages and no
 * question of the browser. A browser that sent no cookie so far may not return any: its first redirect
 * carries the draft in the address too.
 */
export function saveDraftAndGo(call: GiftCall, typed: Typed, page: string): FastifyReply {
  const { desk, code, now } = call
  const content = JSON.stringify({ typed, expires_at: now.getTime() + lifetimeMs })
  const token = desk.db.deployment.cipher.encrypt(content, contextOf(code)).toString('base64url')
  const fits = token.length <= maxCookieLength
  const returnsCookies = readCookie(call, 'draft') !== undefined
  if (fits) setCookie(desk, call, 'draft', token, lifetimeMs)
  else if (returnsCookies) clearCookie(desk, call, 'draft')
  return goTo(
    call,
    (fits && returnsCookies ? call.plainWays : call.plainWays.with({ d: token })).to(page),
  )
}

export const dropDraft = (call: GiftCall): void => {
  if (readCookie(call, 'draft') !== undefined) clearCookie(call.desk, call, 'draft')
}

/** Whether the draft is a whole address, so that the review can show it. */
export const isComplete = (draft: Draft | undefined): draft is Draft =>
  draft !== undefined &&
  Object.keys(addressFrom(draft.typed)).length > 0 &&
  problemsIn(draft.typed).length === 0
