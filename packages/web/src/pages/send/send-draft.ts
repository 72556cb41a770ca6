import type { GreetingInput, SendableCampaign, SendChoices, SendOptions } from '#web/admin-api.ts'
import { t } from '#web/i18n/send.ts'
import type { RecipientRow } from './recipient-rows.ts'

/* A draft of a send. It stays in the browser until it is sent or discarded. */

export interface SendDraft {
  /** The idempotency key of the draft: a second click sends the same gift. */
  id: string
  input_method: 'one' | 'paste' | 'file'
  rows: RecipientRow[]
  /** The file name of uploaded rows. */
  file: string | null
  /** Whether duplicate recipients get a gift per row. */
  includes_duplicates: boolean
  /** Whether an already sent list is sent again on purpose. */
  is_resend: boolean
  campaign_id: string | null
  is_ad_hoc: boolean
  variant_ids: string[]
  /** `direct`: shipped to an address from the sender. */
  mode: 'one' | 'all' | 'direct'
  quantities: Record<string, number>
  subject: string
  body: string
  /** Null: the card of the campaign. Absent in drafts of an earlier release. */
  greeting?: GreetingInput | null
  /** Values of `datetime-local`: local, without a time zone. Empty: now, and the days of the campaign. */
  send_at: string
  expires_at: string
  /** Whether sending has started. */
  began_at: string | null
  /** The name of the send. Empty: the file or the gift. Absent in drafts of an earlier release. */
  name?: string
  /** The send that was started from this draft. */
  bulk_send?: StartedSend | undefined
}

export interface StartedSend {
  id: string
  /** Until this time, in milliseconds since 1970, no gift is sent. */
  undo_until: number
  /** Whether the rows wait for an approval. Absent in drafts of an earlier release. */
  needs_approval?: boolean
  is_submitted?: boolean
}

export const createDraft = (): SendDraft => ({
  id: randomId(),
  input_method: 'one',
  rows: [{ line: 1, cells: {} }],
  file: null,
  includes_duplicates: false,
  is_resend: false,
  campaign_id: null,
  is_ad_hoc: false,
  variant_ids: [],
  mode: 'one',
  quantities: {},
  subject: '',
  body: '',
  greeting: null,
  send_at: '',
  expires_at: '',
  began_at: null,
})

/** The draft after a send that was undone or rejected as a whole: the same content, to send once more. */
export const toEditable = (draft: SendDraft): SendDraft => ({
  ...draft,
  id: randomId(),
  began_at: null,
  bulk_send: undefined,
  rows: draft.rows.map(({ line, cells }) => ({ line, cells })),
})

/** The name of a send whose sender gave none. It contains no names of recipients. */
export const defaultName = (draft: SendDraft, choices: SendChoices | undefined): string =>
  draft.file ??
  (draft.is_ad_hoc ? undefined : findCampaign(draft, choices)?.name) ??
  t('One-off gift')

/** Generates a UUID, also in insecure contexts. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

export const findCampaign = ({ campaign_id }: SendDraft, choices: SendChoices | undefined) =>
  choices?.campaigns.find(({ id }) => id === campaign_id)

/** Whether the sender provides the addresses. */
export const isDirectSend = (draft: SendDraft, choices: SendChoices | undefined): boolean =>
  draft.is_ad_hoc
    ? draft.mode === 'direct'
    : findCampaign(draft, choices)?.invitation_method === 'sender_provided_address'

const toIsoTimestamp = (local: string) => (local === '' ? undefined : new Date(local).toISOString())

/** The common part of the API call; undefined while the gift is incomplete. */
export function toSendRequest(
  draft: SendDraft,
  choices: SendChoices | undefined,
): SendOptions | undefined {
  const { is_ad_hoc, mode, subject, body } = draft
  const campaign = is_ad_hoc ? undefined : findCampaign(draft, choices)
  if (!is_ad_hoc && campaign === undefined) return undefined
  const isDirect = isDirectSend(draft, choices)
  const send_at = toIsoTimestamp(draft.send_at)
  const expires_at = isDirect ? undefined : toIsoTimestamp(draft.expires_at)
  const send_id = getSendId(draft)
  const hasMessage = subject.trim() !== '' || body.trim() !== ''
  return {
    ...(campaign !== undefined && { campaign_id: campaign.id }),
    ...(is_ad_hoc && mode !== 'direct' && { variant_ids: draft.variant_ids, selection_mode: mode }),
    ...(isDirect && { line_items: toLineItems(draft, campaign) }),
    ...(hasMessage && { email_message: { subject, body } }),
    ...(draft.greeting != null && { greeting: draft.greeting }),
    ...(send_at !== undefined && { send_at }),
    ...(expires_at !== undefined && { expires_at }),
    ...(send_id !== undefined && { send_id }),
  }
}

/** The items of a gift that is shipped to an address from the sender. */
const toLineItems = (
  { variant_ids, quantities }: SendDraft,
  campaign: SendableCampaign | undefined,
) =>
  (campaign?.items.map(({ variant_id }) => variant_id) ?? variant_ids)
    .map((variant_id) => ({ variant_id, quantity: quantities[variant_id] ?? 1 }))
    .filter(({ quantity }) => quantity > 0)

/**
 * Distinguishes sends for idempotency. A single gift belongs to its draft. Without a send id, a row is identified by
 * its recipient alone, so the same file a week later sends nothing twice unless the sender asks for it.
 */
const getSendId = ({ input_method, id, is_resend }: SendDraft) =>
  input_method === 'one' || is_resend ? id : undefined

export const hasContent = (draft: SendDraft): boolean =>
  draft.began_at !== null ||
  draft.campaign_id !== null ||
  draft.is_ad_hoc ||
  draft.rows.length > 1 ||
  Object.values(draft.rows[0]?.cells ?? {}).some((cell) => cell !== '')
