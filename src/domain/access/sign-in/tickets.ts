import { randomBytes } from 'node:crypto'
import type { Database, TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'

/*
 * What a browser carries from one step to the next: sealed, so that only we can write it; for one
 * purpose; for a few minutes; and counting once.
 */

const lifetime = 5 * 60_000

interface Sealed<Facts> {
  facts: Facts
  once: string
  until: number
}

export function giveTicket<Facts>(db: Database, purpose: string, facts: Facts): string {
  const sealed: Sealed<Facts> = {
    facts,
    once: randomBytes(16).toString('base64url'),
    until: db.clock().getTime() + lifetime,
  }
  return db.installation.sealer
    .seal(JSON.stringify(sealed), contextOf(purpose))
    .toString('base64url')
}

/** What the ticket says; undefined when it is none of ours, for something else, or over. */
export function readTicket<Facts>(
  db: Database,
  purpose: string,
  ticket: string,
): Facts | undefined {
  const sealed = open<Facts>(db, purpose, ticket)
  return sealed === undefined || sealed.until <= db.clock().getTime() ? undefined : sealed.facts
}

/**
 * Whether the ticket had not been used before; now it has. What counts is its content, not its text: one sealed value
 * may be written in several ways.
 */
export async function spendTicket(
  ctx: TxContext,
  purpose: string,
  ticket: string,
): Promise<boolean> {
  const sealed = open(ctx, purpose, ticket)
  if (sealed === undefined) return false
  const until = new Date(ctx.now.getTime() + lifetime)
  return store.spend(ctx, sha256(`${contextOf(purpose)} ${sealed.once}`), until)
}

function open<Facts>(
  { installation }: Pick<Database, 'installation'>,
  purpose: string,
  ticket: string,
): Sealed<Facts> | undefined {
  try {
    const bytes = Buffer.from(ticket, 'base64url')
    if (bytes.toString('base64url') !== ticket) return undefined // another spelling of a ticket is none of ours
    return JSON.parse(installation.sealer.open(bytes, contextOf(purpose))) as Sealed<Facts>
  } catch {
    return undefined
  }
}

const contextOf = (purpose: string) => `sign-in ${purpose}`
