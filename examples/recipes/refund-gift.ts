import type { DatabaseSync } from 'node:sqlite'
import type { Bestow, NewGiftRequest } from '@bestow/sdk'

/** A case of the support tool whose customer gets a gift. */
export interface SupportCase {
  id: string
  customer: { first_name: string; last_name: string; email: string }
  address: NonNullable<NewGiftRequest['shipping_address']>
  variant_id: string
}

const schema = `
  create table if not exists proposal (
    case_id text primary key, body text not null, proposed_by text not null,
    approved_by text, gift_id text) strict;`

/**
 * Sends a gift to the address that a customer gave, after a second person has approved it. One case gets one gift, even if
 * two people press the button at the same instant.
 */
export function createRefunds(db: DatabaseSync, bestow: Bestow, campaign_id: string) {
  db.exec(schema)
  const insertProposal = db.prepare(`
    insert into proposal (case_id, body, proposed_by) values (?, ?, ?) on conflict (case_id) do nothing`)
  const findProposal = db.prepare('select * from proposal where case_id = ?')
  const setApproval = db.prepare(`
    update proposal set approved_by = ? where case_id = ? and proposed_by <> ? and approved_by is null`)
  const setGift = db.prepare('update proposal set gift_id = ? where case_id = ?')

  /** Validates the gift without sending it. Invalid addresses fail here, while the agent has the customer on the line. */
  async function propose(supportCase: SupportCase, agent: string): Promise<void> {
    const body: NewGiftRequest = {
      campaign_id,
      recipient: supportCase.customer,
      shipping_address: supportCase.address,
      line_items: [{ variant_id: supportCase.variant_id, quantity: 1 }],
      metadata: { case: supportCase.id },
    }
    await bestow.giftRequests.createMany({ gift_requests: [body] }, { dry_run: true })
    const { changes } = insertProposal.run(supportCase.id, JSON.stringify(body), agent)
    if (changes === 0) throw new Error(`The case ${supportCase.id} has a gift already.`)
  }

  /** Sends the gift. Call it again after an error: the key prevents a second gift. */
  async function approve(case_id: string, approver: string): Promise<string> {
    const proposal = findProposal.get(case_id) as Proposal | undefined
    if (proposal === undefined) throw new Error(`The case ${case_id} has no proposal.`)
    if (proposal.gift_id !== null) return proposal.gift_id
    if (proposal.proposed_by === approver) throw new Error('Another person approves the gift.')
    setApproval.run(approver, case_id, approver)
    const gift = await bestow.giftRequests.create(JSON.parse(proposal.body), {
      idempotencyKey: `refund-${case_id}`,
    })
    setGift.run(gift.id, case_id)
    return gift.id
  }

  return { propose, approve }
}

interface Proposal {
  body: string
  proposed_by: string
  gift_id: string | null
}
