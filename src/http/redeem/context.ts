import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommunicationSettings, Wrapping } from '#campaigns'
import type { Tone } from '#contract/tones'
import type { ShippingConfig } from '#fulfilment'
import { recipientOrigin } from '#platform/deployment'
import { type Language, languageOfLocale, toLanguage } from '#platform/lib/languages'
import { createLruCache, type LruCache } from '#platform/lib/lru-cache'
import type { PostalCodeRegister } from '#platform/lib/postal-code-register'
import type { Database } from '#platform/postgres/database'
import {
  acceptedLanguages,
  bestLanguage,
  createLocalizers,
  type Localizer,
} from './i18n/localizer.ts'
import { type Assets, readAssets } from './pages/assets.ts'
import { type Form, parseForm } from './pages/form.ts'
import type { LanguageSwitch, Layout, LegalLinks } from './pages/layout.ts'
import { createPageUrls, type PageUrls } from './pages/urls.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

/** The dependencies of all pages. */
export interface PageDeps {
  db: Database
  assets: Assets
  limits: RateLimits
  getLocalizer: ReturnType<typeof createLocalizers>
  legalLinks: LegalLinks
  postalCodes: readonly PostalCodeRegister[]
  /** The carriers of new labels. They are used for gifts that recipients change. */
  shipping: ShippingConfig
  /** The branding of recent pages by path. Error pages use it, because they must not read the database. */
  brandings: LruCache<Branding>
}

export interface PageDepsOptions {
  shipping: ShippingConfig
  /** The maximum number of requests per second from one IP address. 0 means no limit. */
  rateLimit: number
  legalLinks?: LegalLinks
  /** The countries whose addresses can be filled from the postal code. */
  postalCodes?: readonly PostalCodeRegister[]
}

export const createPageDeps = (
  db: Database,
  { shipping, rateLimit, legalLinks = {}, postalCodes = [] }: PageDepsOptions,
): PageDeps => ({
  db,
  shipping,
  legalLinks,
  postalCodes,
  assets: readAssets(),
  limits: createRateLimits(rateLimit),
  getLocalizer: createLocalizers(),
  brandings: createLruCache<Branding>(2_000),
})

/** One request to a page of a gift link or a one-link. */
export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  code: string
  /** The path of the first page of the link. */
  root: string
  urls: PageUrls
  /** The language in the query parameter `lang`. */
  requestedLanguage: Language | undefined
  /** The languages of the `Accept-Language` header, in order of preference. */
  preferredLanguages: readonly string[]
  form: Form
}

export function parseRequest(
  request: FastifyRequest<{ Params: { code: string } }>,
  reply: FastifyReply,
  root: '/r' | '/l' | '/try',
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

/** The sender, the theme and the language settings that all pages of one gift or one-link share. */
export interface Branding {
  account_id: string
  sender: { name: string; email: string }
  /** The reference of the gift request. A one-link has no reference. */
  reference?: string
  theme: { color: string; logo_url: string } | null
  wrapping?: Wrapping | undefined
  /** The language that the recipient chose before. */
  locale?: string | null
  /** The form of address in texts to the recipient. Null means the usual form in each language. */
  tone?: Tone | null
  /**
   * The language and the time zone of the campaign. This language is used if the browser has no preferred
   * language.
   */
  communication?:
    | (Pick<CommunicationSettings, 'locale' | 'time_zone'> &
        Partial<Pick<CommunicationSettings, 'translations'>>)
    | undefined
}

/** Saves the branding for later error pages of the same link. */
export function rememberBranding(
  { brandings }: PageDeps,
  { root }: PageRequest,
  branding: Branding,
): void {
  const { account_id, theme, wrapping, locale = null, tone = null, communication } = branding
  const { name, email } = branding.sender
  const { reference } = branding
  const own = { account_id, sender: { name, email }, ...(reference !== undefined && { reference }) }
  brandings.set(root, { ...own, theme, wrapping, locale, tone, communication })
}

/** Returns the branding of a link if one of its pages was shown before, and if the host of the request may show it. */
export const recallBranding = (
  deps: PageDeps,
  path: string,
  request: FastifyRequest,
): Branding | undefined => {
  const [root] = /^\/[rl]\/[^/]+/.exec(path) ?? []
  const branding = root === undefined ? undefined : deps.brandings.get(root)
  return branding && isServedHere(deps, request, branding) ? branding : undefined
}

/**
 * Returns whether the pages of an account exist on the host of a request. The host of an account has only its own pages; all
 * other names have those of all accounts.
 */
export function isServedHere(
  { db }: Pick<PageDeps, 'db'>,
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  { account_id }: { account_id: string },
): boolean {
  const owner = db.deployment.hosts?.accountOf(hostname)
  return owner === undefined || owner === account_id
}

/**
 * Creates the localizer for the language of the page. The order of priority is: the parameter `lang`, the
 * recipient's saved choice, the browser, the campaign.
 */
export function localizerFor(
  deps: Pick<PageDeps, 'getLocalizer'>,
  pageRequest: Pick<PageRequest, 'requestedLanguage' | 'preferredLanguages'>,
  branding?: Branding,
): Localizer {
  const { requestedLanguage, preferredLanguages } = pageRequest
  const savedLanguage = languageOfLocale(branding?.locale ?? '')
  const campaignLanguages =
    branding?.communication === undefined ? [] : [branding.communication.locale]
  const language =
    requestedLanguage ??
    savedLanguage ??
    bestLanguage(preferredLanguages.length === 0 ? campaignLanguages : preferredLanguages)
  return deps.getLocalizer(language, preferredLanguages, {
    timeZone: branding?.communication?.time_zone,
    tone: branding?.tone,
  })
}

/** Builds the layout of a page with header, footer and language menu. */
export function layoutFor(
  deps: Pick<PageDeps, 'assets' | 'db' | 'legalLinks'>,
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
    publicOrigin: branding
      ? recipientOrigin(db.deployment, branding.account_id)
      : db.deployment.origin,
    theme: branding?.theme ?? undefined,
    wrapping: branding?.wrapping,
    sender: branding?.sender,
    reference: branding?.reference,
  }
}

/**
 * Redirects the browser with the status 303, so that it loads the next page with GET. Back and Forward then
 * work after a form.
 */
export const redirect = ({ reply }: PageRequest, location: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(location, 303)
