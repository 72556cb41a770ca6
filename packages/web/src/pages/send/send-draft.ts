import type { GreetingInput, SendableCampaign, SendChoices, SendOptions } from '#web/admin-api.ts'
import { t } from '#web/i18n/send.ts'
import { clearResults, hasItems, type RecipientRow } from './recipient-rows.ts'

/* A draft of a send. The draft stays in the browser until the user sends or discards it. */

export interface SendDraft {
  /** The idempotency key of the draft. If the user clicks twice, the server sends the gift only once. */
  id: string
  input_method: 'one' | 'paste' | 'file' | 'contacts'
  rows: RecipientRow[]
  /** The name of the file from which the rows come. Null if the user typed or pasted the rows. */
  file: string | null
  /** Whether a recipient who is in several rows gets a gift for each row. */
  includes_duplicates: boolean
  /** Whether the user deliberately sends a list again that was sent before. */
  is_resend: boolean
  campaign_id: string | null
  is_ad_hoc: boolean
  variant_ids: string[]
  /** How the recipient gets items. With `direct`, the gift is shipped to an address from the sender. */
  mode: 'one' | 'all' | 'direct'
  quantities: Record<string, number>
  subject: string
  body: string
  /**
   * The greeting of the gift. If it is null, the gift has the card of the campaign. The member is absent in
   * drafts of an earlier release.
   */
  greeting?: GreetingInput | null
  /** The members are absent in drafts of an earlier release, and empty for the default. */
  team_id?: string
  cost_centre?: string
  purchase_order_number?: string
  /**
   * The times of `datetime-local` inputs, in local time and without a time zone. If `send_at` is empty, the
   * gift is sent now. If `expires_at` is empty, the days of the campaign decide.
   */
  send_at: string
  expires_at: string
  /** The time when the send started. Null if it has not started. */
  began_at: string | null
  /**
   * The name of the send. If it is empty, the name is that of the file or of the gift. The member is absent
   * in drafts of an earlier release.
   */
  name?: string
  /** The send that was started from this draft. */
  bulk_send?: StartedSend | undefined
}

export interface StartedSend {
  id: string
  /** The end of the time to undo, in milliseconds since 1970. No gift is sent before this time. */
  undo_until: number
  /** Whether the rows wait for an approval. The member is absent in drafts of an earlier release. */
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

/**
 * Creates a draft with the same content, so that the user can send it again. The old send was undone or
 * completely rejected.
 */
export const toEditable = (draft: SendDraft): SendDraft => ({
  ...draft,
  id: randomId(),
  began_at: null,
  bulk_send: undefined,
  rows: draft.rows.map(clearResults),
})

/** Returns the name of a send if the sender gave none. The name contains no names of recipients. */
export const defaultName = (draft: SendDraft, choices: SendChoices | undefined): string =>
  draft.file ??
  (draft.is_ad_hoc ? undefined : findCampaign(draft, choices)?.name) ??
  t('One-off gift')

/** Generates a UUID. The function also works in insecure contexts. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

export const findCampaign = ({ campaign_id }: SendDraft, choices: SendChoices | undefined) =>
  choices?.campaigns.find(({ id }) => id === campaign_id)

/** Returns the teams of the user that may send the gift of a draft, that of the last send first. */
export const findTeams = (draft: SendDraft, choices: SendChoices): SendChoices['teams'] => {
  const team_ids = (draft.is_ad_hoc ? undefined : findCampaign(draft, choices)?.team_ids) ?? []
  return choices.teams.filter(({ id }) => team_ids.length === 0 || team_ids.includes(id))
}

/** Returns the team that a draft is for: the chosen one, or that of the last send. */
export function findTeam(draft: SendDraft, choices: SendChoices) {
  const teams = findTeams(draft, choices)
  return teams.find(({ id }) => id === draft.team_id) ?? teams[0]
}

/** Returns whether the sender provides the addresses of the recipients. */
export const isDirectSend = (draft: SendDraft, choices: SendChoices | undefined): boolean =>
  draft.is_ad_hoc
    ? draft.mode === 'direct'
    : findCampaign(draft, choices)?.invitation_method === 'sender_provided_address'

/** Returns whether each row names its item. The form for one person has no such field. */
export const hasItemPerRow = ({ input_method, rows }: SendDraft): boolean =>
  input_method !== 'one' && hasItems(rows)

const toIsoTimestamp = (local: string) => (local === '' ? undefined : new Date(local).toISOString())

/** Builds the part of the API request that all rows share. Returns undefined while the gift is incomplete. */
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
  const team_id = choices && findTeam(draft, choices)?.id
  const { cost_centre = '', purchase_order_number = '' } = draft
  const hasMessage = subject.trim() !== '' || body.trim() !== ''
  return {
    ...(campaign !== undefined && { campaign_id: campaign.id }),
    ...(is_ad_hoc && mode !== 'direct' && { variant_ids: draft.variant_ids, selection_mode: mode }),
    ...(isDirect && { line_items: toLineItems(draft, campaign) }),
    ...(hasItemPerRow(draft) && { item_per_row: true }),
    ...(hasMessage && { email_message: { subject, body } }),
    ...(draft.greeting != null && { greeting: draft.greeting }),
    ...(send_at !== undefined && { send_at }),
    ...(expires_at !== undefined && { expires_at }),
    ...(send_id !== undefined && { send_id }),
    ...(team_id !== undefined && { team_id }),
    ...(cost_centre.trim() !== '' && { cost_centre }),
    ...(purchase_order_number.trim() !== '' && { purchase_order_number }),
  }
}

/** Returns the items of a gift that is shipped to an address from the sender. */
const toLineItems = (
  { variant_ids, quantities }: SendDraft,
  campaign: SendableCampaign | undefined,
) =>
  (campaign?.items.map(({ variant_id }) => variant_id) ?? variant_ids)
    .map((variant_id) => ({ variant_id, quantity: quantities[variant_id] ?? 1 }))
    .filter(({ quantity }) => quantity > 0)

/**
 * Returns the id that makes a send different from other sends. For a single gift, it is the id of the draft.
 * Without a send id, only the recipient identifies a row. So the same file a week later sends no second gift
 * unless the sender asks for it.
 */
const getSendId = ({ input_method, id, is_resend }: SendDraft) =>
  input_method === 'one' || is_resend ? id : undefined

export const hasContent = (draft: SendDraft): boolean =>
  draft.began_at !== null ||
  draft.campaign_id !== null ||
  draft.is_ad_hoc ||
  draft.rows.length > 1 ||
  Object.values(draft.rows[0]?.cells ?? {}).some((cell) => cell !== '')
