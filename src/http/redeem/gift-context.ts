import { accountNow } from '#accounts'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { inTransaction, readTransaction, type TxContext } from '#platform/postgres/database'
import {
  type Branding,
  isServedHere,
  layoutFor,
  localizerFor,
  type PageDeps,
  type PageRequest,
  rememberBranding,
} from './context.ts'
import { readCookie, setCookie } from './cookies.ts'
import { type Draft, readDraft } from './draft.ts'
import { findConfirmation, findExpectedDelivery } from './expected-delivery.ts'
import type { Localizer } from './i18n/localizer.ts'
import type { ExpectedDelivery } from './pages/arrival.ts'
import type { ChangeState } from './pages/change-page.ts'
import { type LanguageSwitch, type Page, sendPage } from './pages/layout.ts'
import { areItemsVisible, selectedItems } from './pages/selection-state.ts'
import type { PageUrls } from './pages/urls.ts'
import { findCommunication, translateGift } from './translate-gift.ts'
import { isCode, parseLinkToken } from './unclean-links.ts'

/** A request to the link of a gift. The gift itself is not loaded. */
export interface LinkContext extends PageRequest {
  deps: PageDeps
  link: gifting.LinkTarget
  now: Date
}

/** A gift with all data that one request needs. */
export interface GiftContext extends LinkContext, ChangeState {
  /**
   * The gift. It contains the full address, the note and the reaction only if the request has a valid
   * recipient proof.
   */
  gift: gifting.RedemptionPage
  /** Whether the request has a valid recipient proof. */
  isRecipient: boolean
  /**
   * The proof of an emailed link, from the query or the form. It exists in a browser without a recipient
   * cookie.
   */
  carriedProof: string | undefined
  /** The contents of the revealed digital items. Empty without a valid recipient proof. */
  contents: ReadonlyMap<string, digital.ItemContent>
  /** The problems that the recipient reported. Empty without a valid recipient proof. */
  problems: readonly gifting.ProblemReport[]
  draft: Draft | undefined
  /** The URLs of the pages without a draft or a proof in the query. */
  plainUrls: PageUrls
  parcels: readonly fulfilment.Parcel[]
  /** The usual days of the delivery, if no carrier has named a day. */
  expected: ExpectedDelivery | undefined
  /** When the gift was confirmed. Undefined before. */
  confirmed: Date | undefined
  branding: Branding
  localizer: Localizer
  origin: string
  /** The notice above the page. Without it, the query parameter `notice` selects one. */
  notice?: string
}

/** Finds the link of a code. Returns undefined if no gift has this link. */
export async function findLink(
  deps: PageDeps,
  pageRequest: PageRequest,
): Promise<LinkContext | undefined> {
  const { db } = deps
  const link = isCode(pageRequest.code) ? await gifting.findByLink(db, pageRequest.code) : undefined
  if (link === undefined || !isServedHere(deps, pageRequest.request, link)) return undefined
  return { ...pageRequest, deps, link, now: accountNow(db, link) }
}

/** Loads the gift of a code in a read-only transaction. In this transaction, PostgreSQL rejects writes. */
export async function loadGift(
  deps: PageDeps,
  pageRequest: PageRequest,
): Promise<GiftContext | undefined> {
  const found = await findLink(deps, pageRequest)
  if (found === undefined) return undefined
  const { db } = deps
  const { link, now } = found
  return readTransaction(
    db,
    link.account_id,
    async (ctx) => {
      const gift = await gifting.getRedemptionPage(ctx, link.id)
      if (gift === undefined) return undefined
      const branding = { ...gift, communication: await findCommunication(ctx, gift) }
      rememberBranding(deps, pageRequest, branding)
      const localizer = localizerFor(deps, pageRequest, branding)
      const { origin } = db.deployment
      const proofs = findProof(deps, pageRequest, gift, now)
      const { contents, problems, ...fields } = await loadPrivateData(ctx, gift, proofs)
      const { communication } = branding
      const texts = await translateGift(ctx, gift, communication, localizer.language)
      const parcels = await findParcels(ctx, gift, texts)
      const confirmed = await findConfirmation(ctx, gift)
      return {
        ...found,
        ...{ gift: { ...gift, ...texts, ...fields }, contents, problems },
        ...proofs,
        ...(await loadChangeState(ctx, gift)),
        ...{ confirmed, expected: await findExpectedDelivery(ctx, gift, parcels, confirmed) },
        ...urlsOf(deps, pageRequest, proofs, now),
        ...{ parcels, branding, localizer, origin },
      }
    },
    now,
  )
}

/**
 * Loads the data that needs a recipient proof: the full address, the revealed digital items, and the
 * recipient's own texts.
 */
async function loadPrivateData(
  ctx: TxContext,
  { id, digital_items, line_items, thank_you_note, reaction }: gifting.RedemptionPage,
  { isRecipient }: Proofs,
) {
  if (!isRecipient)
    return {
      ...{ shipping_address: null, thank_you_note: null, reaction: null },
      ...{ contents: noContents, problems: [] },
    }
  return {
    ...{ thank_you_note, reaction },
    problems: line_items === null ? [] : await gifting.listProblems(ctx, { id }),
    shipping_address: await gifting.addressForRecipient(ctx, id),
    contents: digital_items.length > 0 ? await digital.findRevealedContents(ctx, id) : noContents,
  }
}

export const noContents: GiftContext['contents'] = new Map()

async function loadChangeState(ctx: TxContext, gift: gifting.RedemptionPage): Promise<ChangeState> {
  if (gift.status !== 'redeemed') return { changeability: undefined, pendingChange: undefined }
  const changes = await gifting.listChanges(ctx, gift)
  return {
    changeability: await fulfilment.isChangeable(ctx, gift),
    pendingChange: changes.find(({ state }) => state === 'pending'),
  }
}

/** Returns the gift, the code and the owner for which a recipient proof is valid. */
const proofSubject = (
  { code }: Pick<PageRequest, 'code'>,
  { id, owner_digest }: Pick<gifting.RedemptionPage, 'id' | 'owner_digest'>,
): gifting.ProofSubject => ({ id, code, owner: owner_digest })

type Proofs = Pick<GiftContext, 'isRecipient' | 'carriedProof'>

/**
 * Finds the recipient proof in the cookie. If a browser stores no cookies, the URLs from page to page contain
 * the proof of its emailed link.
 */
function findProof(
  { db: { deployment } }: PageDeps,
  pageRequest: PageRequest,
  gift: gifting.RedemptionPage,
  now: Date,
): Proofs {
  const subject = proofSubject(pageRequest, gift)
  const cookie = readCookie(pageRequest, 'recipient') ?? ''
  if (gifting.isValidProof(deployment, 'browser', subject, cookie, now))
    return { isRecipient: true, carriedProof: undefined }
  const proof = parseProof(pageRequest)
  const isRecipient = gifting.isValidProof(deployment, 'email', subject, proof, now)
  return { isRecipient, carriedProof: isRecipient ? proof : undefined }
}

/**
 * Returns the proof of an emailed link, from the form or the query. Returns an empty text if there is none.
 */
function parseProof({ form, request }: Pick<PageRequest, 'form' | 'request'>): string {
  const { proof } = (request.query ?? {}) as { proof?: unknown }
  return parseLinkToken(form.get('proof') ?? proof)
}

/** Sets the recipient cookie. With this cookie, the browser shows the full address of the gift. */
export function rememberRecipient(
  context: LinkContext,
  gift: Pick<gifting.RedemptionPage, 'id' | 'owner_digest'>,
): void {
  const { deps, now } = context
  const lifetime = gifting.proofLifetimesMs.browser
  const expires_at = new Date(now.getTime() + lifetime)
  const subject = proofSubject(context, gift)
  const proof = gifting.createProof(deps.db.deployment, 'browser', subject, expires_at)
  setCookie(deps, context, 'recipient', proof, lifetime)
}

/** Returns the parcels of the gift. The names of their contents are in the language of the page. */
async function findParcels(
  ctx: TxContext,
  { id, line_items }: gifting.RedemptionPage,
  { translateName }: { translateName: gifting.TranslateName },
): Promise<fulfilment.Parcel[]> {
  if (line_items === null) return []
  return (await fulfilment.listGiftParcels(ctx, id)).map((parcel) => ({
    ...parcel,
    lines: parcel.lines.map((line) => ({ ...line, name: translateName(line) })),
  }))
}

/**
 * Returns the draft of the request, and the URLs of the pages: with and without the draft and the proof in
 * the query.
 */
function urlsOf({ db }: PageDeps, pageRequest: PageRequest, { carriedProof }: Proofs, now: Date) {
  const draft = readDraft(db.deployment, pageRequest, now)
  const { urls: plainUrls } = pageRequest
  const urls = plainUrls.withQuery({
    ...(draft?.isInUrl === true && { d: draft.token }),
    ...(carriedProof !== undefined && { proof: carriedProof }),
  })
  return { draft, urls, plainUrls }
}

/** Runs a change for the recipient in a transaction, and saves the language in the query parameter `lang`. */
export function runForRecipient<T>(
  context: LinkContext & { gift?: Pick<gifting.RedemptionPage, 'locale'> },
  run: (ctx: TxContext, id: string) => Promise<T>,
): Promise<T> {
  const { deps, link, requestedLanguage, gift } = context
  return inTransaction(
    deps.db,
    link.account_id,
    async (ctx) => {
      const result = await run(ctx, link.id)
      if (requestedLanguage !== undefined && requestedLanguage !== gift?.locale)
        await gifting.setLocale(ctx, link.id, requestedLanguage)
      return result
    },
    accountNow(deps.db, link),
  )
}

/** Sends a page. The query parameter `notice` selects the notice on the page. */
export function sendGiftPage(context: GiftContext, page: Page, languageSwitch: LanguageSwitch) {
  const { deps, reply, localizer, branding } = context
  return sendPage(reply, layoutFor(deps, localizer, branding, languageSwitch), {
    ...page,
    notice: context.notice ?? noticeText(context),
  })
}

/** Returns the notice about the outcome. A redirect has written the outcome into the query. */
function noticeText({
  request,
  localizer: { t, formatList },
  gift,
}: GiftContext): string | undefined {
  const { notice } = (request.query ?? {}) as { notice?: unknown }
  switch (notice) {
    case 'undeclined':
      return t('declined.undone')
    case 'linked':
      return t('recipient.sent', { count: gifting.proofLifetimesMs.requested / 60_000 })
    case 'already':
      return t('track.alreadyConfirmed', { names: formatList(itemNames(gift)) })
    case 'changed':
      return t('change.saved')
    case 'busy':
      return t('change.busy')
    case 'packed':
      return t('change.late')
    case 'reported':
      return t('help.sent', { sender: gift.sender.name })
    case 'limit':
      return t('change.limit', { sender: gift.sender.name })
    default:
      return undefined
  }
}

/**
 * Returns the names of the confirmed items. If the items are a surprise, the function returns the reference.
 */
const itemNames = (gift: gifting.RedemptionPage) =>
  areItemsVisible(gift) ? selectedItems(gift).map(({ name }) => name) : [gift.reference]

/** Creates a language menu that submits the form on the page, so that the input is not lost. */
export const viaForm = (
  { urls }: PageRequest,
  { id, page, enter, value = 'show' }: { id: string; page: string; enter: string; value?: string },
): LanguageSwitch => ({
  kind: 'form',
  id,
  value,
  enter,
  to: (language) => urls.inLanguage(language, page),
})

export const viaLink = ({ urls }: Pick<PageRequest, 'urls'>, page?: string): LanguageSwitch => ({
  kind: 'link',
  to: (language) => urls.inLanguage(language, page),
})

/**
 * Creates a language menu that saves the language of an opened gift. Before the gift is opened, the menu
 * consists of links that change nothing.
 */
export const viaOwnForm = (context: GiftContext): LanguageSwitch =>
  context.gift.opened_at === null && context.gift.line_items === null
    ? viaLink(context)
    : { kind: 'own', to: (language) => context.urls.inLanguage(language, 'language') }
