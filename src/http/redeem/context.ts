import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import {
  acceptedLanguages,
  bestLanguage,
  createLocalizers,
  type Localizer,
  toLanguage,
} from './i18n/localizer.ts'
import type { Language } from './i18n/translations.ts'
import { type Assets, readAssets } from './pages/assets.ts'
import { type Form, parseForm } from './pages/form.ts'
import type { LanguageSwitch, Layout, LegalLinks } from './pages/layout.ts'
import { createPageUrls, type PageUrls } from './pages/urls.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

/** What all pages are made with. */
export interface PageDeps {
  db: Database
  assets: Assets
  limits: RateLimits
  getLocalizer: ReturnType<typeof createLocalizers>
  legalLinks: LegalLinks
}

export interface PageDepsOptions {
  /** Requests a second from one address; 0 for no limit at all. */
  rateLimit: number
  /** Claims of one-links in an hour from one network; 0 for no limit. */
  claimLimit?: number
  legalLinks?: LegalLinks
}

export const createPageDeps = (
  db: Database,
  { rateLimit, claimLimit = 10, legalLinks = {} }: PageDepsOptions,
): PageDeps => ({
  db,
  legalLinks,
  assets: readAssets(),
  limits: createRateLimits(rateLimit, claimLimit),
  getLocalizer: createLocalizers(),
})

/** One request for one of the pages behind a link. */
export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  code: string
  /** The path of the link's first page. */
  root: string
  urls: PageUrls
  /** The language that the address asks for. */
  requestedLanguage: Language | undefined
  /** What the browser would like, best first. */
  preferredLanguages: readonly string[]
  form: Form
}

export function parseRequest(
  request: FastifyRequest<{ Params: { code: string } }>,
  reply: FastifyReply,
  root: '/r' | '/l',
): PageRequest {
  const { code } = request.params
  const requestedLanguage = parseRequestedLanguage(request)
  const giftPath = `${root}/${encodeURIComponent(code)}`
  return {
    request,
    reply,
    code,
    root: giftPath,
    urls: createPageUrls(giftPath, requestedLanguage),
    requestedLanguage,
    preferredLanguages: acceptedLanguages(request.headers['accept-language']),
    form: parseForm(request.body),
  }
}

export const parseRequestedLanguage = ({ query }: FastifyRequest): Language | undefined => {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return toLanguage(Array.isArray(lang) ? lang[0] : lang)
}

/** Who speaks here: what the pages of one gift or one-link have in common. */
export interface Branding {
  sender: { name: string; email: string }
  theme: { color: string; logo_url: string } | null
  /** The recipient's own choice of an earlier day. */
  locale?: string | null
  /** What the campaign speaks, for a browser that asks for nothing, and its days. */
  communication?: { locale: string; time_zone: string } | undefined
}

/** The address wins, then the reader's earlier choice, then the browser, then the campaign. */
export function localizerFor(
  deps: PageDeps,
  pageRequest: PageRequest,
  branding?: Branding,
): Localizer {
  const { requestedLanguage, preferredLanguages } = pageRequest
  const savedLanguage = toLanguage(branding?.locale?.split('-')[0])
  const campaignLanguages =
    branding?.communication === undefined ? [] : [branding.communication.locale]
  const language =
    requestedLanguage ??
    savedLanguage ??
    bestLanguage(preferredLanguages.length === 0 ? campaignLanguages : preferredLanguages)
  return deps.getLocalizer(language, preferredLanguages, branding?.communication?.time_zone)
}

/** What stands around a page. */
export function layoutFor(
  deps: PageDeps,
  localizer: Localizer,
  branding: Branding | undefined,
  languageSwitch: LanguageSwitch,
): Layout {
  const { assets, db, legalLinks } = deps
  return {
    assets,
    localizer,
    languageSwitch,
    legalLinks,
    origin: db.deployment.origin,
    theme: branding?.theme ?? undefined,
    sender: branding?.sender,
  }
}

/** 303: whoever sent a form comes to the next page with a GET, and can go back and forth. */
export const redirect = ({ reply }: PageRequest, location: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(location, 303)
