import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres'
import { type Assets, readAssets } from './assets.ts'
import { type Form, formFrom } from './form.ts'
import { createLimits, type Limits } from './limit.ts'
import type { ChangeLanguage, Frame, LegalLinks } from './sheet.ts'
import { createTongues, languageOf, suited, type Tongue, wishesOf } from './tongue.ts'
import { type Ways, waysFrom } from './ways.ts'
import type { Language } from './words.ts'

/** What all pages are made with. */
export interface Desk {
  db: Database
  assets: Assets
  limits: Limits
  tongueOf: ReturnType<typeof createTongues>
  legalLinks: LegalLinks
}

export interface DeskOptions {
  /** Requests a second from one address; 0 for no limit at all. */
  rateLimit: number
  /** Claims of one-links in an hour from one network; 0 for no limit. */
  claimLimit?: number
  legalLinks?: LegalLinks
}

export const createDesk = (
  db: Database,
  { rateLimit, claimLimit = 10, legalLinks = {} }: DeskOptions,
): Desk => ({
  db,
  legalLinks,
  assets: readAssets(),
  limits: createLimits(rateLimit, claimLimit),
  tongueOf: createTongues(),
})

/** One request for one of the pages behind a link. */
export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  code: string
  /** The path of the link's first page. */
  root: string
  ways: Ways
  /** The language that the address asks for. */
  asked: Language | undefined
  /** What the browser would like, best first. */
  wishes: readonly string[]
  form: Form
}

export function callOf(
  request: FastifyRequest<{ Params: { code: string } }>,
  reply: FastifyReply,
  root: '/r' | '/l',
): Call {
  const { code } = request.params
  const asked = askedIn(request)
  const path = `${root}/${encodeURIComponent(code)}`
  return {
    request,
    reply,
    code,
    root: path,
    ways: waysFrom(path, asked),
    asked,
    wishes: wishesOf(request.headers['accept-language']),
    form: formFrom(request.body),
  }
}

export const askedIn = ({ query }: FastifyRequest): Language | undefined => {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return languageOf(Array.isArray(lang) ? lang[0] : lang)
}

/** Who speaks here: what the pages of one gift or one-link have in common. */
export interface Voice {
  sender: { name: string; email: string }
  theme: { color: string; logo_url: string } | null
  /** The recipient's own choice of an earlier day. */
  locale?: string | null
  /** What the campaign speaks, for a browser that asks for nothing, and its days. */
  manner?: { locale: string; time_zone: string } | undefined
}

/** The address wins, then the reader's earlier choice, then the browser, then the campaign. */
export function tongueFor(desk: Desk, call: Call, voice?: Voice): Tongue {
  const { asked, wishes } = call
  const kept = languageOf(voice?.locale?.split('-')[0])
  const usual = voice?.manner === undefined ? [] : [voice.manner.locale]
  const language = asked ?? kept ?? suited(wishes.length === 0 ? usual : wishes)
  return desk.tongueOf(language, wishes, voice?.manner?.time_zone)
}

/** What stands around a page. */
export function frameFor(
  desk: Desk,
  tongue: Tongue,
  voice: Voice | undefined,
  change: ChangeLanguage,
): Frame {
  const { assets, db, legalLinks } = desk
  return {
    assets,
    tongue,
    change,
    legalLinks,
    origin: db.deployment.origin,
    theme: voice?.theme ?? undefined,
    sender: voice?.sender,
  }
}

/** 303: whoever sent a form comes to the next page with a GET, and can go back and forth. */
export const goTo = ({ reply }: Call, location: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(location, 303)
