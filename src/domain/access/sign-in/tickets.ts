import { randomBytes } from 'node:crypto'
import type { Database, Work } from '#platform/postgres'
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

/** Whether the ticket had not been used before; now it has. */
export const spendTicket = (work: Work, ticket: string): Promise<boolean> =>
  store.spend(work, sha256(ticket), new Date(work.now.getTime() + lifetime))

function open<Facts>(db: Database, purpose: string, ticket: string): Sealed<Facts> | undefined {
  try {
    const bytes = Buffer.from(ticket, 'base64url')
    return JSON.parse(db.installation.sealer.open(bytes, contextOf(purpose))) as Sealed<Facts>
  } catch {
    return undefined
  }
}

const contextOf = (purpose: string) => `sign-in ${purpose}`
