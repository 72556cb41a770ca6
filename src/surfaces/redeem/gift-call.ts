import * as campaigns from '#campaigns'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { inTransaction, readTransaction, type TxContext } from '#platform/postgres'
import { readCookie, setCookie } from './cookies.ts'
import { type Call, type Desk, frameFor, tongueFor, type Voice } from './desk.ts'
import { type Draft, readDraft } from './draft.ts'
import { chosenOf, isOpen } from './offered.ts'
import { type ChangeLanguage, type Sheet, sendSheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** A gift as one request finds it. */
export interface GiftCall extends Call {
  desk: Desk
  opened: gifting.LinkTarget
  /** With the full address for the recipient's own browser only. */
  visit: gifting.RedemptionPage
  /** Whether the browser carries a valid recipient proof. */
  isRecipient: boolean
  draft: Draft | undefined
  /** The pages without a draft in their addresses. */
  plainWays: Ways
  parcels: readonly fulfilment.Parcel[]
  voice: Voice
  tongue: Tongue
  now: Date
  origin: string
}

/** What is behind the code. Only reads: PostgreSQL itself refuses anything else in here. */
export async function meet(desk: Desk, call: Call): Promise<GiftCall | undefined> {
  const { db } = desk
  const opened = /^[0-9A-Za-z]{1,64}$/.test(call.code)
    ? await gifting.findByLink(db, call.code)
    : undefined
  if (opened === undefined) return undefined
  const now = momentOf(desk, opened)
  return readTransaction(
    db,
    opened.account_id,
    async (ctx) => {
      const visit = await gifting.getRedemptionPage(ctx, opened.id)
      if (visit === undefined) return undefined
      const parcels =
        visit.line_items === null ? [] : await fulfilment.listGiftParcels(ctx, opened.id)
      const voice = { ...visit, manner: await mannerOf(ctx, visit) }
      const tongue = tongueFor(desk, call, voice)
      const { origin } = db.deployment
      const isRecipient = hasProof(desk, call, visit, now)
      const shipping_address = isRecipient
        ? await gifting.addressForRecipient(ctx, opened.id)
        : null
      const draft = readDraft(db.deployment, call, now)
      const { ways: plainWays } = call
      const ways = draft?.isInUrl === true ? plainWays.with({ d: draft.token }) : plainWays
      const found = { opened, visit: { ...visit, shipping_address }, isRecipient, draft, parcels }
      return { ...call, ...found, desk, plainWays, ways, voice, tongue, now, origin }
    },
    now,
  )
}

/** What a recipient proof belongs to. */
export const proofSubject = (
  { code }: Pick<Call, 'code'>,
  { id, owner_digest }: gifting.RedemptionPage,
): gifting.ProofSubject => ({ id, code, owner: owner_digest })

function hasProof({ db }: Desk, call: Call, visit: gifting.RedemptionPage, now: Date): boolean {
  const token = readCookie(call, 'recipient')
  const subject = proofSubject(call, visit)
  return token !== undefined && gifting.isValidProof(db.deployment, 'browser', subject, token, now)
}

/** From now on this browser shows the full address of the gift. */
export function rememberRecipient(
  call: GiftCall,
  visit: gifting.RedemptionPage = call.visit,
): void {
  const { desk, now } = call
  const lifetime = gifting.proofLifetimesMs.browser
  const expires_at = new Date(now.getTime() + lifetime)
  const subject = proofSubject(call, visit)
  const proof = gifting.createProof(desk.db.deployment, 'browser', subject, expires_at)
  setCookie(desk, call, 'recipient', proof, lifetime)
}

async function mannerOf(ctx: TxContext, { account_id, campaign }: gifting.RedemptionPage) {
  if (campaign === null) return undefined
  return (await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign.id }])).get(
    campaign.id,
  )
}

/** A staging account's clock may run ahead of ours. */
const momentOf = ({ db }: Desk, { clock_ahead_ms }: gifting.LinkTarget) =>
  new Date(db.clock().getTime() + clock_ahead_ms)

/** Does something for the recipient. A language that the address asks for is remembered with it. */
export function act<T>(
  call: GiftCall,
  run: (ctx: TxContext, id: string) => Promise<T>,
): Promise<T> {
  const { desk, opened, asked, visit } = call
  return inTransaction(
    desk.db,
    opened.account_id,
    async (ctx) => {
      const done = await run(ctx, opened.id)
      if (asked !== undefined && asked !== visit.locale)
        await gifting.setLocale(ctx, opened.id, asked)
      return done
    },
    momentOf(desk, opened),
  )
}

/** Sends a page, with the notice that its address asks for. */
export function show(call: GiftCall, sheet: Sheet, change: ChangeLanguage) {
  const { desk, reply, tongue, voice } = call
  return sendSheet(reply, frameFor(desk, tongue, voice, change), {
    ...sheet,
    notice: noticeOf(call),
  })
}

/** What just happened, in one sentence; a redirect names it in the address. */
function noticeOf({ request, tongue: { say, list }, visit }: GiftCall): string | undefined {
  const { notice } = (request.query ?? {}) as { notice?: unknown }
  switch (notice) {
    case 'undeclined':
      return say('declined.undone')
    case 'linked':
      return say('recipient.sent', { count: gifting.proofLifetimesMs.requested / 60_000 })
    case 'already':
      return say('track.already', { names: list(namesOf(visit)) })
    default:
      return undefined
  }
}

/** What was confirmed, as far as it is no surprise. */
const namesOf = (visit: gifting.RedemptionPage) =>
  isOpen(visit) ? chosenOf(visit).map(({ name }) => name) : [visit.reference]

/** The language changes with the form on the page, and what was typed stays in it. */
export const byForm = (
  { ways }: Call,
  { id, page, enter, value = 'show' }: { id: string; page: string; enter: string; value?: string },
): ChangeLanguage => ({ kind: 'form', id, value, enter, to: (language) => ways.in(language, page) })

export const byLink = ({ ways }: Call, page?: string): ChangeLanguage => ({
  kind: 'link',
  to: (language) => ways.in(language, page),
})

/** On an opened gift it is remembered; before that, looking changes nothing. */
export const byItself = (call: GiftCall): ChangeLanguage =>
  call.visit.opened_at === null && call.visit.line_items === null
    ? byLink(call)
    : { kind: 'own', to: (language) => call.ways.in(language, 'language') }
