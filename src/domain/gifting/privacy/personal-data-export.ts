import { type Address, type EmailMessage, type LineItem, parseRawJson, toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type ContactNote, listContactNotes } from '../commands/contact-notes.ts'
import { type GiftComment, listComments } from '../comments/comments.ts'
import { redemptionUrl } from '../lifecycle/link.ts'
import { readMessage } from '../lifecycle/message.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import type { State } from '../lifecycle/state-machine.ts'
import type { Gift, RedemptionSession, ThankYouNote, Transition } from '../lifecycle/tables.ts'
import { listTransitions } from '../lifecycle/transition-store.ts'

import { listProblems } from '../problems/problem-reports.ts'
import type { ProblemReport } from '../problems/problem-tables.ts'
import { type GiftChangeSummary, listChanges } from '../redemption/gift-changes.ts'
import * as privacyStore from './privacy-store.ts'

/** The personal data that this module stores. */
export interface PersonalData {
  contact: (privacyStore.ContactSummary & { notes: readonly ContactNote[] }) | null
  gift_requests: readonly PersonalGiftData[]
}

export interface PersonalGiftData {
  id: string
  reference: string
  state: State
  campaign: string | null
  sender: { name: string; email: string }
  recipient: { first_name: string; last_name: string; email: string }
  message: EmailMessage
  metadata: Record<string, string>
  redemption_url: string | null
  shipping_address: Address | null
  items: { sku: string; name: string; quantity: number }[] | null
  redemption_session: Omit<
    RedemptionSession,
    'confirmed_email_digest' | 'confirmation_digest'
  > | null
  thank_you_note: ThankYouNote | null
  /** Changes by the recipient after the redemption. */
  changes: readonly GiftChangeSummary[]
  /** Problems that the recipient reported. The photos are on the page of the gift in the web app. */
  problem_reports: readonly ProblemReport[]
  /** Comments of members. */
  comments: readonly GiftComment[]
  history: readonly Transition[]
  send_at: Date | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** Returns the personal data that the account stores for this email address. */
export async function exportPersonalData(ctx: TxContext, email: string): Promise<PersonalData> {
  const email_key = toEmailKey(email)
  if (email_key === '') return { contact: null, gift_requests: [] }
  const contact = await privacyStore.findContact(ctx, email_key)
  const gifts = await privacyStore.findGifts(ctx, email_key)
  const gift_requests: PersonalGiftData[] = []
  for (const gift of gifts) gift_requests.push(await buildGiftData(ctx, gift))
  const notes = contact === undefined ? [] : await listContactNotes(ctx, contact.id)
  return {
    contact: contact === undefined ? null : { ...contact, notes },
    gift_requests,
  }
}

async function buildGiftData(ctx: TxContext, gift: Gift): Promise<PersonalGiftData> {
  const [session, thank_you_note, changes, problem_reports, comments, history] = await Promise.all([
    sessionStore.find(ctx, gift),
    sessionStore.findThankYouNote(ctx, gift),
    listChanges(ctx, gift),
    listProblems(ctx, gift),
    listComments(ctx, gift.id),
    listTransitions(ctx, gift.account_id, gift.id),
  ])
  return {
    id: gift.id,
    reference: gift.reference,
    state: gift.state,
    campaign: gift.campaign_name,
    sender: { name: gift.sender_name, email: gift.sender_email },
    recipient: { first_name: gift.first_name, last_name: gift.last_name, email: gift.email },
    message: readMessage(gift),
    metadata: parseRawJson(gift.metadata),
    redemption_url: redemptionUrl(ctx.deployment, gift),
    shipping_address: decryptAddress(ctx.deployment, gift),
    items: gift.line_items === null ? null : parseRawJson(gift.line_items).map(toItem),
    redemption_session: session === undefined ? null : withoutDigests(session),
    thank_you_note: thank_you_note ?? null,
    changes,
    problem_reports,
    comments,
    history,
    send_at: gift.send_at,
    expires_at: gift.expires_at,
    created_at: gift.created_at,
    updated_at: gift.updated_at,
  }
}

const withoutDigests = ({
  confirmed_email_digest: _,
  confirmation_digest: __,
  ...session
}: RedemptionSession) => session

const toItem = ({ sku, name, quantity }: LineItem) => ({ sku, name, quantity })
