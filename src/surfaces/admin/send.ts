import { type Static, Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { listCountries, type Sender } from '#contract'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { subjectOf } from './gifts-bulk.ts'
import { operation, type Within } from './operation.ts'
import { noExtra } from './shapes.ts'

const loose = Type.String({ maxLength: 10_000 })
const id = Type.String({ maxLength: 64 })

/** Loosely: what is wrong with it the domain says, row by row and in words. */
const Sending = Type.Object(
  {
    campaign_id: Type.Optional(id),
    variant_ids: Type.Optional(Type.Array(id, { maxItems: 100 })),
    selection_mode: Type.Optional(
      Type.Unsafe<'one' | 'all'>({ type: 'string', enum: ['one', 'all'] }),
    ),
    line_items: Type.Optional(
      Type.Array(Type.Object({ variant_id: id, quantity: Type.Integer() }, noExtra), {
        maxItems: 50,
      }),
    ),
    email_message: Type.Optional(
      Type.Object({ subject: loose, body: Type.String({ maxLength: 20_000 }) }, noExtra),
    ),
    send_at: Type.Optional(loose),
    expires_at: Type.Optional(loose),
    round: Type.Optional(id),
  },
  noExtra,
)
const Recipient = Type.Object({ first_name: loose, last_name: loose, email: loose }, noExtra)
const Address = Type.Object(
  {
    name: loose,
    line_1: loose,
    line_2: Type.Optional(loose),
    city: Type.Optional(loose),
    region: Type.Optional(loose),
    postal_code: Type.Optional(loose),
    country: loose,
    phone: Type.Optional(loose),
  },
  noExtra,
)
const Row = Type.Object(
  {
    recipient: Recipient,
    shipping_address: Type.Optional(Address),
    occurrence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  noExtra,
)
const List = Type.Object(
  { sending: Sending, rows: Type.Array(Row, { minItems: 1, maxItems: 100 }) },
  noExtra,
)
const Look = Type.Object({ sending: Sending, recipient: Recipient }, noExtra)

/** Sending gifts: what there is to send, whether a list is right, and the sending itself. */
export const sendOperations = [
  operation(
    'GET',
    '/send/choices',
    { needs: 'sender', does: 'say what can be sent' },
    async ({ ctx }) => ({
      campaigns: await openCampaigns(ctx),
      items: await catalogue.listAvailableItems(ctx),
      countries: listCountries(),
    }),
  ),

  operation(
    'POST',
    '/send/check',
    {
      needs: 'sender',
      does: 'say what would become of each row of a list',
      body: List,
      bodySize: 'large',
    },
    async ({ ctx, member, body }) => ({
      rows: await gifting.validateRows(ctx, body.sending, body.rows, senderOf(member)),
    }),
  ),

  operation(
    'POST',
    '/send',
    {
      needs: 'sender',
      does: 'send a list, or a part of it, each row once',
      body: List,
      bodySize: 'large',
    },
    async ({ ctx, member, actor, body }) => {
      const rows = await gifting.sendBulk(ctx, body.sending, body.rows, senderOf(member))
      for (const row of rows)
        if (row.status === 'sent')
          access.recordEntry(ctx, { actor, action: 'gift_request.send', subject: subjectOf(row) })
      return { rows }
    },
  ),

  operation(
    'POST',
    '/send/preview',
    { needs: 'sender', does: 'show the mail and the page that somebody would get', body: Look },
    async (call) => {
      const preview = previewOf(call, call.body, minutes(15))
      const url = `${call.ctx.deployment.origin}/preview`
      const { rendered } = await gifting.previewEmail(call.ctx, preview, url)
      const token = gifting.encodePreviewToken(call.ctx.deployment, preview)
      return { subject: rendered.subject, text: rendered.text, token }
    },
  ),

  operation(
    'POST',
    '/send/test',
    { needs: 'sender', does: 'send yourself the mail that recipients would get', body: Look },
    async (call) => {
      const { ctx, member, body } = call
      const preview = previewOf(call, body, days(7))
      const url = `${ctx.deployment.origin}/preview?of=${linkFor(ctx, preview)}`
      const { email: letter } = await gifting.previewEmail(ctx, preview, url)
      mail.enqueue(ctx, asTest(letter, member))
      return { email: member.email }
    },
  ),
]

/** The same letter to whoever asks for it, and about no gift request. */
function asTest(letter: mail.Email, { name, email }: access.SessionUser): mail.Email {
  const { gift_request_id: _, dedup_key: __, onlyIfInvitedByEmail: ___, ...own } = letter
  const to = { name, email }
  if (own.kind !== 'invitation' && own.kind !== 'announcement') return { ...own, to } as mail.Email
  const { subject, body } = own.data.message
  const facts = { ...own.data, message: { subject: `Test: ${subject}`, body } }
  return { ...own, to, data: facts } as mail.Email
}

const minutes = (count: number) => count * 60 * 1000
const days = (count: number) => count * 24 * 60 * 60 * 1000

const senderOf = ({ person_id: id, name, email }: access.SessionUser): Sender => ({
  id,
  name,
  email,
})

function previewOf(
  { ctx, member }: Within<unknown>,
  { sending, recipient }: Static<typeof Look>,
  lasts: number,
): gifting.Preview {
  return {
    account_id: ctx.account_id,
    sending,
    recipient,
    sender: senderOf(member),
    until: ctx.now.getTime() + lasts,
  }
}

const longestLink = 4_000

/** An address must not be longer than what servers and mail programs take: then the message is left out. */
function linkFor({ deployment: installation }: TxContext, preview: gifting.Preview): string {
  const whole = gifting.encodePreviewToken(installation, preview)
  if (whole.length <= longestLink) return whole
  const { email_message: _, ...sending } = preview.sending
  return gifting.encodePreviewToken(installation, { ...preview, sending })
}

const mostCampaigns = 100

/** Those in whose name somebody can send to people they know; a one-link is handed out otherwise. */
async function openCampaigns(ctx: TxContext) {
  const open: campaigns.Campaign[] = []
  for (let after: string | undefined; open.length < mostCampaigns; ) {
    const page = { limit: 25, order: 'desc' as const, ...(after !== undefined && { after }) }
    const { data, has_more } = await campaigns.list(ctx, { state: 'available' }, page)
    open.push(...data)
    after = data.at(-1)?.id
    if (!has_more || after === undefined) break
  }
  return open
    .filter(({ invitation_method }) => invitation_method !== 'one_link')
    .map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      description: campaign.description,
      invitation_method: campaign.invitation_method,
      selection_mode: campaign.selection_mode,
      expires_after_days: campaign.expires_after_days,
      email_message: campaign.email_message,
      color: campaign.theme.color,
      items: campaign.products.flatMap((product) =>
        product.variants.map((variant) => ({
          variant_id: variant.id,
          product_name: product.name,
          variant_name: variant.name,
          kind: product.kind,
          images: variant.images.length > 0 ? variant.images : product.images,
          available: variant.stock_levels.reduce((sum, { available }) => sum + available, 0),
        })),
      ),
    }))
}
